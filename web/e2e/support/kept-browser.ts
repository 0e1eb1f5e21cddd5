import { Person } from './person.ts'
import { test as story } from './story.ts'

/** The people of a worker by the address of their account; null is the visitor. */
type People = Map<string | null, Person>

/**
 * A story whose person keeps their browser from one test to the next, in a new tab: a new browser takes longer than the
 * test. For tests that leave nothing behind; a person who signs in or out is added by `arrives`. Files with this test
 * have workers of their own, since a session that is kept keeps others from the account.
 */
export const test = story.extend<object, { people: People }>({
  people: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const people: People = new Map()
      await use(people)
      for (const person of people.values()) await person.leaves()
    },
    { scope: 'worker' },
  ],

  person: async ({ people, browser, as, knows }, use) => {
    const person = people.get(as) ?? (await Person.at(browser))
    if (!people.has(as) && as !== null) await person.hasSignedInBefore(await knows(as))
    people.set(as, person)
    await use(person)
    await person.changesTab()
  },
})
