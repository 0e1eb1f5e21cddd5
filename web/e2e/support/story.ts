import { test as base } from '@playwright/test'
import { Account } from './account.ts'
import { type Device, Person } from './person.ts'
import { originFor } from './products.ts'

type Settings = {
  /** The address of the demo account that the story's person has signed in with before; null for a visitor. */
  as: string | null
}

type Cast = {
  /**
   * Whom the story is about, on the device that `test.use` tells (`viewport`, `serviceWorkers`, …). He leaves at the
   * end, and so does everybody else: whoever's console holds what the story did not announce fails it.
   */
  person: Person
  /** Lets somebody else arrive, on a device of his own; differences to the story's device on request. */
  arrives: (device?: Device) => Promise<Person>
  /** An account of the story's own, that nobody has signed in to. */
  student: Account
  /** An account of the demonstration, by its address. */
  knows: (email: string) => Promise<Account>
}

/** Browser tests are stories of people on devices: whoever is named arrives, and all are guarded and leave by themselves. */
export const test = base.extend<Settings & Cast>({
  as: [null, { option: true }],

  baseURL: async ({ baseURL }, use, { parallelIndex }) => {
    await use(baseURL ?? originFor(parallelIndex))
  },

  arrives: async ({ browser }, use) => {
    const people: Person[] = []
    await use(async (device) => {
      const person = await Person.at(browser, device)
      people.push(person)
      return person
    })
    for (const person of people) await person.leaves()
  },

  person: async ({ arrives, knows, as }, use) => {
    const person = await arrives()
    if (as !== null) await person.hasSignedInBefore(await knows(as))
    await use(person)
  },

  student: async ({ baseURL }, use) => {
    await use(await Account.signedUp(baseURL as string))
  },

  knows: async ({ baseURL }, use) => {
    await use((email) => Account.ofDemo(baseURL as string, email))
  },
})
