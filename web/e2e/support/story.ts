import { test as base } from '@playwright/test'
import { Account } from './account.ts'
import { type Device, Person } from './person.ts'
import { originFor } from './products.ts'
import { VisitLog } from './visit-log.ts'

type Settings = {
  /** The address of the demo account that the person is signed in with; null for a visitor. */
  as: string | null
}

type Cast = {
  /** The person that the test is about, on the device of `test.use` (`viewport`, `serviceWorkers`, …). */
  person: Person
  /** Adds a person on another device. @param device how it differs from the first person's */
  arrives: (device?: Device) => Promise<Person>
  /** A new account that no browser is signed in with. */
  student: Account
  /** A demo account by its address. */
  knows: (email: string) => Promise<Account>
  /** Keeps what browsers did during a test that fails. */
  keepsLog: undefined
}

/** Playwright's test with people on devices. Their visits end with the test, and unexpected console errors fail it. */
export const test = base.extend<Settings & Cast, { visitLog: VisitLog }>({
  visitLog: [async ({ browser }, use) => use(new VisitLog(browser)), { scope: 'worker' }],

  keepsLog: [
    async ({ visitLog }, use, testInfo) => {
      visitLog.begins()
      await use(undefined)
      await visitLog.keepsFor(testInfo)
    },
    { auto: true },
  ],

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
