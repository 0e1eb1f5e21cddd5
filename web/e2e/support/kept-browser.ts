import { Person } from './person.ts'
import { test as story } from './story.ts'

/** Prefix of the keys in web/src/lib/auth/session-storage.ts. */
const KEPT_ANSWER = 'revision.kept.'

/** The people of a worker by the address of their account, null for the visitor; each with one device at a time. */
type People = Map<string | null, { person: Person; isMobile: boolean | undefined }>

/**
 * A story whose person keeps their browser from one test to the next, in a new tab: a new browser takes longer than the
 * test. It is for tests that leave nothing behind; a
 * person who signs in or out is added by `arrives`. Files with this test have workers of their own, since a session that
 * is kept keeps others from the account.
 */
export const keptBrowser = story.extend<object, { people: People }>({
  people: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const people: People = new Map()
      await use(people)
      for (const { person } of people.values()) await person.leaves()
    },
    { scope: 'worker' },
  ],

  person: async ({ people, browser, as, knows, viewport, isMobile }, use) => {
    const kept = people.get(as)
    let person = kept?.person
    if (!person || kept?.isMobile !== isMobile) {
      await person?.leaves()
      person = await Person.at(browser)
      await person.savesData()
      if (as !== null) await person.hasSignedInBefore(await knows(as))
      people.set(as, { person, isMobile })
    }
    // Resets the window and the answers of an earlier test, perhaps of another file.
    if (viewport) await person.page.setViewportSize(viewport)
    await person.page.addInitScript(forgetAnswers, KEPT_ANSWER)
    await use(person)
    await person.changesTab()
  },
})

/** Removes what the site has kept for visits without a network, when the tab is first opened. */
function forgetAnswers(prefix: string): void {
  if (window.origin === 'null' || sessionStorage.getItem(prefix)) return
  sessionStorage.setItem(prefix, 'forgotten')
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
