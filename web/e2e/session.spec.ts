import { expect } from '@playwright/test'
import { isAt, stopsClock } from './support/clocked-page.ts'
import { LocalMode } from './support/local-mode.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const SESSION_TEXT = /^Une session est déjà active pour cet utilisateur\./
const OFFLINE_TEXT = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const HEARTBEAT = '/api/session/activity'

test.describe('two browsers with one account', () => {
  test('sign in at the same moment: one succeeds, the other reads why it was refused', async ({
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
    const outcomes = async () => (await Promise.all(people.map(outcome))).toSorted()
    await expect.poll(outcomes).toEqual(['in', 'out'])
  })

  test('sign the second in by itself a minute after the first disappeared, which returns signed out', async ({
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
    await second.sees(/la connexion se fera automatiquement dans \d+ s\./)

    // The first browser disappears, and a minute passes by both clocks.
    await first.page.goto('about:blank')
    await local.letTimePass(account.id, 61)
    await second.page.clock.fastForward(61_000)
    await second.isSignedIn(account.email)

    await first.expecting(/409/, () => first.opens('/sujets-bac/sm'))
    await first.isVisitor()
    await expect.poll(() => first.keeps()).toEqual({ local: [], session: [], cookies: [] })
  })

  test('sign a sleeping one out silently when the other claims the session', {
    tag: '@resilience',
  }, async ({ person, arrives, student: account, baseURL }) => {
    const local = await LocalMode.at(baseURL as string)
    const first = await isAt(person, account)
    // A sleeping device sends no heartbeat while the other one signs in.
    await stopsClock(first)
    await local.letTimePass(account.id, 7_200)
    const second = await arrives()
    await second.signsIn(account.email, account.password)
    await second.isSignedIn(account.email)

    await first.expecting(/403/, () => first.wakesUp())
    await first.isVisitor()
    await expect(first.alert).toHaveCount(0)
  })
})

test('a page without a network says so, stays signed in and continues when the network returns', {
  tag: '@resilience',
}, async ({ person, student: account }) => {
  const student = await isAt(person, account)
  await student.losesNetwork()
  await student.sees(OFFLINE_TEXT)
  await student.isSignedIn(account.email)
  const renewal = student.page.waitForResponse((response) => response.url().endsWith(HEARTBEAT))
  await student.context.setOffline(false)
  expect((await renewal).status()).toBe(200)
  await expect(student.page.getByText(OFFLINE_TEXT)).toBeHidden()
  await student.isSignedIn(account.email)
})

test('a browser that forbids storage signs in, stays signed in within its page, and signs out', async ({
  person: student,
  student: account,
}) => {
  await student.context.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: forbid })
    Object.defineProperty(window, 'sessionStorage', { get: forbid })
    Object.defineProperty(window, 'indexedDB', { get: forbid })
  })
  await student.signsIn(account.email, account.password)
  await student.isSignedIn(account.email)
  await student.page.getByRole('banner').getByRole('link', { name: 'Sujets Bac' }).click()
  await expect(student.heading('Sujets du Bac')).toBeVisible()
  await student.isSignedIn(account.email)
  await student.signsOut(account.email)
})
