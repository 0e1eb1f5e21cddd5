import { type Browser, expect, test } from '@playwright/test'
import { Account } from './support/account.ts'
import { LocalMode } from './support/local-mode.ts'
import { Person } from './support/person.ts'

const SESSION_TEXT = /^Une session est déjà active pour cet utilisateur\./
const OFFLINE_TEXT = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const HEARTBEAT = '/api/session/activity'

let account: Account
let local: LocalMode
test.beforeEach(async ({ baseURL }) => {
  account = await Account.signedUp(baseURL as string)
  local = await LocalMode.at(baseURL as string)
})

async function signedIn(browser: Browser): Promise<Person> {
  const student = await Person.at(browser)
  await student.context.clock.install()
  await student.signsIn(account.email, account.password)
  await student.isSignedIn(account.email)
  return student
}

test.describe('two browsers', () => {
  let other: Browser
  test.beforeAll(async ({ playwright, browserName, launchOptions }) => {
    other = await playwright[browserName].launch(launchOptions)
  })
  test.afterAll(() => other.close())

  test('that sign in at the same moment: one is in, the other reads why not', async ({ browser }) => {
    const people = [await Person.at(browser), await Person.at(other)]
    for (const person of people) {
      await person.opens('/login')
      await person.fillsIn(account.email, account.password)
    }
    await Promise.all(
      people.map((person) =>
        person.expecting(/409/, () => person.main.getByRole('button', { name: 'Se connecter' }).click()),
      ),
    )
    const isIn = (person: Person) => person.button(account.email).isVisible()
    const isOut = (person: Person) => person.main.getByText(SESSION_TEXT).isVisible()
    await expect
      .poll(async () => (await Promise.all(people.flatMap((one) => [isIn(one), isOut(one)]))).filter(Boolean))
      .toHaveLength(2)
    const winners = await Promise.all(people.map(isIn))
    expect(winners.filter(Boolean)).toHaveLength(1)
    const winner = people[winners.indexOf(true)] as Person
    await winner.signsOut(account.email)
    for (const person of people) await person.leaves()
  })

  test('of which the first vanished: the second waits out its minute, and the first comes back as a visitor', async ({
    browser,
  }) => {
    const first = await signedIn(browser)
    const second = await Person.at(other)
    await second.expecting(/409/, () => second.signsIn(account.email, account.password))
    await second.sees(/vous pourrez réessayer dans \d+ s\./)

    // The first phone's battery dies; a minute passes by the server's clock.
    await first.page.goto('about:blank')
    await local.letTimePass(account.id, 61)
    await second.main.getByRole('button', { name: 'Se connecter' }).click()
    await second.isSignedIn(account.email)

    await first.expecting(/409/, () => first.opens('/sujets-bac/sm'))
    await first.isVisitor()
    expect(await first.keeps()).toEqual({ local: [], session: [], cookies: [] })
    await second.signsOut(account.email)
    await first.leaves()
    await second.leaves()
  })

  test('of which one takes the session while the other sleeps: the other is signed out silently', async ({
    browser,
  }) => {
    const first = await signedIn(browser)
    await local.letTimePass(account.id, 7_200)
    const second = await Person.at(other)
    await second.signsIn(account.email, account.password)
    await second.isSignedIn(account.email)

    await first.expecting(/403/, () => first.wakesUp())
    await first.isVisitor()
    await expect(first.alert).toHaveCount(0)
    await second.signsOut(account.email)
    await first.leaves()
    await second.leaves()
  })
})

test('a page that slept for two hours renews its own session when it wakes', async ({ browser }) => {
  const student = await signedIn(browser)
  await local.letTimePass(account.id, 7_200)
  const beat = student.page.waitForResponse((response) => response.url().endsWith(HEARTBEAT))
  await student.wakesUp()
  expect((await beat).status()).toBe(200)
  await student.isSignedIn(account.email)
  await student.signsOut(account.email)
  await student.leaves()
})

test('a student in a tunnel keeps his page, is told, and goes on where he was', async ({ browser }) => {
  const student = await signedIn(browser)
  await student.expecting(/ERR_INTERNET_DISCONNECTED|Failed to load resource/, () =>
    student.context.setOffline(true),
  )
  await student.sees(OFFLINE_TEXT)
  await student.isSignedIn(account.email)
  const beat = student.page.waitForResponse((response) => response.url().endsWith(HEARTBEAT))
  await student.context.setOffline(false)
  expect((await beat).status()).toBe(200)
  await expect(student.page.getByText(OFFLINE_TEXT)).toBeHidden()
  await student.isSignedIn(account.email)
  await student.signsOut(account.email)
  await student.leaves()
})

test('a token that the server no longer takes is renewed in the middle of a request', async ({ browser }) => {
  const student = await signedIn(browser)
  const spoiled = await student.page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? ''
    const token = localStorage.getItem(key) ?? ''
    localStorage.setItem(key, `${token.slice(0, -8)}AAAAAAAA`)
    return localStorage.getItem(key)
  })
  await student.expecting(/401/, async () => {
    await student.opensUserMenu(account.email)
    const answers = student.page.waitForResponse(
      (response) => response.url().endsWith(HEARTBEAT) && response.status() === 200,
    )
    await student.button('Rafraîchir la session').click()
    await answers
  })
  await student.isSignedIn(account.email)
  expect(
    await student.page.evaluate((bad) => Object.values(localStorage).includes(bad), spoiled as string),
  ).toBe(false)
  await student.button('Se déconnecter').click()
  await student.isVisitor()
  await student.leaves()
})

test('a browser that forbids storage signs in, stays signed in on its page, and signs out', async ({
  browser,
}) => {
  const student = await Person.at(browser)
  await student.context.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: forbid })
    Object.defineProperty(window, 'sessionStorage', { get: forbid })
  })
  await student.signsIn(account.email, account.password)
  await student.isSignedIn(account.email)
  await student.page.getByRole('banner').getByRole('link', { name: 'Sujets Bac' }).click()
  await expect(student.heading('Sujets du Bac')).toBeVisible()
  await student.isSignedIn(account.email)
  await student.signsOut(account.email)
  await student.leaves()
})

test.describe('the tabs of one browser', () => {
  test('share one session and one heartbeat', async ({ browser }) => {
    const student = await Person.at(browser)
    await student.context.clock.install()
    await student.signsIn(account.email, account.password)
    await student.isSignedIn(account.email)
    const tab = await student.opensTab('/sujets-bac')
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()

    const beats: string[] = []
    student.context.on('request', (request) => {
      if (request.url().endsWith(HEARTBEAT)) beats.push(request.method())
    })
    // Two minutes by the browser's clock, which runs in both tabs, and a little by itself.
    for (let beat = 1; beat <= 4; beat += 1) {
      await student.context.clock.runFor(30_000)
      await expect.poll(() => beats.length).toBeGreaterThanOrEqual(beat)
    }
    expect(beats.length).toBeLessThanOrEqual(5)

    // The leader closes; the other one takes over.
    const before = beats.length
    await student.page.close()
    await student.context.clock.runFor(30_000)
    await expect.poll(() => beats.length).toBeGreaterThan(before)
    await tab.getByRole('button', { name: account.email }).click()
    await tab.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
    await student.leaves()
  })

  test('stay signed in when one of them changes the password', async ({ browser }) => {
    const student = await Person.at(browser)
    await student.signsIn(account.email, account.password)
    await student.isSignedIn(account.email)
    const tab = await student.opensTab('/compte')
    // A form that was gone in between would have lost what is typed.
    await tab.getByLabel('Mot de passe actuel').fill('en cours')

    await student.opens('/compte')
    await student.page.getByLabel('Mot de passe actuel').fill(account.password)
    await student.page.getByLabel('Nouveau mot de passe').fill('chimie-2026')
    const followed = tab.waitForResponse((response) => response.url().endsWith('/api/session'))
    await student.button('Changer le mot de passe').click()
    await student.sees('Votre mot de passe a été modifié.')
    expect((await followed).status()).toBe(200)
    await expect(tab.getByLabel('Mot de passe actuel')).toHaveValue('en cours')

    await tab.reload()
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
    await student.isSignedIn(account.email)
    await student.signsOut(account.email)
    await student.leaves()
  })

  test('sign in and out together', async ({ browser }) => {
    const student = await Person.at(browser)
    await student.opens('/')
    const tab = await student.opensTab('/premium')
    await student.isVisitor()
    await student.signsIn(account.email, account.password)
    await expect(tab.getByRole('button', { name: account.email })).toBeVisible()
    await student.signsOut(account.email)
    await expect(tab.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
    expect(await student.keeps()).toEqual({ local: [], session: [], cookies: [] })
    await student.leaves()
  })
})
