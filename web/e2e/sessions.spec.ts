import { expect } from '@playwright/test'
import { countsRenewals, isAt, letsPass, stopsClock, waitingTabs } from './support/clocked-page.ts'
import { LocalMode } from './support/local-mode.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const SESSION_TEXT = /^Une session est déjà active pour cet utilisateur\./
const NOTHING = { local: [], session: [], cookies: [] }

test('of two browsers that sign in at the same moment one succeeds, and the other reads why not', async ({
  arrives,
  student: account,
}) => {
  const people = [await arrives(), await arrives()]
  for (const person of people) {
    await person.opens('/login')
    await person.fillsIn(account.email, account.password)
  }
  await Promise.all(
    people.map((person) =>
      person.expecting(/409/, () => person.main.getByRole('button', { name: 'Se connecter' }).click()),
    ),
  )
  const outcome = async (person: Person) => {
    if (await person.button(account.email).isVisible()) return 'in'
    return (await person.main.getByText(SESSION_TEXT).isVisible()) ? 'out' : 'waiting'
  }
  await expect.poll(async () => (await Promise.all(people.map(outcome))).toSorted()).toEqual(['in', 'out'])
})

test('a second device signs in by itself a minute after the first disappeared, which returns signed out', async ({
  person,
  arrives,
  student: account,
  baseURL,
}) => {
  const local = await LocalMode.at(baseURL as string)
  const first = await isAt(person, account)
  const second = await arrives()
  await second.context.clock.install()
  await second.expecting(/409/, () => second.signsIn(account.email, account.password))
  await second.sees(/la connexion se fera automatiquement dans \d+\ss\./)

  // The first browser disappears, and a minute passes by both clocks.
  await first.page.goto('about:blank')
  await local.letTimePass(account.id, 61)
  await second.page.clock.fastForward(61_000)
  await second.isSignedIn(account.email)

  await first.expecting(/409/, () => first.opens('/sujets-bac/sm'))
  await first.isVisitor()
  await expect.poll(() => first.keeps()).toEqual(NOTHING)
})

test('two tabs share one session and its heartbeat, and sign out together', async ({
  person: student,
  student: account,
}) => {
  await isAt(student, account)
  const tab = await student.opensTab('/sujets-bac')
  await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
  await expect.poll(() => waitingTabs(tab)).toBe(1)

  const renewals = await countsRenewals(tab)
  await stopsClock(student)
  await letsPass(student, 25_000)
  await expect.poll(renewals).toBeGreaterThan(0)
  const before = await renewals()
  for (let sent = 1; sent <= 2; sent += 1) {
    await letsPass(student, 30_000)
    await expect.poll(renewals).toBe(before + sent)
  }

  // The leading tab closes; the other one continues its heartbeat.
  await student.page.close()
  await expect.poll(() => waitingTabs(tab)).toBe(0)
  await letsPass(student, 30_000)
  await expect.poll(renewals).toBe(before + 3)
  await student.context.clock.resume()
  const next = await student.opensTab('/premium')
  // The session of the new tab is open once it waits for the lead.
  await expect.poll(() => waitingTabs(tab)).toBe(1)
  await tab.getByRole('button', { name: account.email }).click()
  await tab.getByRole('button', { name: 'Se déconnecter' }).click()
  for (const each of [tab, next])
    await expect(each.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
})
