import { expect, test } from '@playwright/test'
import { Account, freshEmail } from './support/account.ts'
import { problem } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import { asksCognito, Person } from './support/person.ts'
import {
  EMAIL_FAULT,
  emailOf,
  PASSWORD_FAULT,
  password,
  passwordOf,
  REFUSED,
  TOO_MANY,
  WRONG,
} from './support/signing-in.ts'

const CHAPTER = '/svt/ondes/1'
const isClaim = (url: URL) => url.pathname === '/api/session'

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let person: Person
    let origin: string

    test.beforeEach(async ({ browser, baseURL }) => {
      origin = baseURL as string
      person = await Person.at(browser, options)
    })
    test.afterEach(() => person.leaves())

    /** An account of the test's own, that nobody has signed in to. */
    async function newAccount(): Promise<string> {
      return (await Account.signedUp(origin)).email
    }

    /** Answers the next claim of a session with this refusal. */
    async function claimIsRefused(status: number, code: string, retryAfterSeconds: number): Promise<void> {
      await person.page.route(
        isClaim,
        (route) =>
          route.fulfill({
            status,
            contentType: 'application/problem+json',
            json: { ...problem(status, code), retryAfterSeconds },
          }),
        { times: 1 },
      )
    }

    test('the sign-in page checks its fields, and shows the password when asked to', async () => {
      await person.opens('/login')
      await expect(person.heading('Connexion')).toBeVisible()
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(emailOf(person.main)).toHaveAccessibleDescription(EMAIL_FAULT)
      await expect(passwordOf(person.main)).toHaveAccessibleDescription(PASSWORD_FAULT)
      await expect(emailOf(person.main)).toBeFocused()
      await person.fillsIn('eleve@bac', '12345')
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await person.sees(EMAIL_FAULT)
      await person.sees(PASSWORD_FAULT)

      const eye = person.main.getByRole('button', { name: 'Afficher la saisie' })
      await eye.click()
      await expect(passwordOf(person.main)).toHaveAttribute('type', 'text')
      await expect(eye).toHaveAttribute('aria-pressed', 'true')
      const box = await eye.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      )
    })

    test('a wrong password, an unknown and a blocked account read the same', async () => {
      const known = await newAccount()
      await person.opens('/login')
      await person.expecting(REFUSED, async () => {
        for (const [email, secret] of [
          [known, 'pas-le-bon'],
          [freshEmail(), password],
          ['bloque@demo.bac', 'demo1234'],
          ['bloque@demo.bac', 'pas-le-bon'],
        ] as const) {
          await person.fillsIn(email, secret)
          await person.whileWaitingFor(
            asksCognito('InitiateAuth'),
            () => person.main.getByRole('button', { name: 'Se connecter' }).click(),
            async () => {
              await expect(person.button('Connexion en cours...')).toBeDisabled()
              await expect(emailOf(person.main)).toBeDisabled()
              await expect(passwordOf(person.main)).toBeDisabled()
              await expect(person.alert).toBeHidden()
            },
          )
          await expect(person.alert).toHaveText(WRONG)
          await expect(emailOf(person.main)).toHaveValue(email)
          await expect(passwordOf(person.main)).toHaveValue(secret)
          await person.isVisitor()
        }
      })
      expect(await person.keeps()).toEqual({ local: [], session: [], cookies: [] })
    })

    test('too many attempts have to wait', async () => {
      const email = await newAccount()
      await person.opens('/login')
      await person.fillsIn(email, 'pas-le-bon')
      await person.expecting(REFUSED, async () => {
        await expect(async () => {
          const answer = person.page.waitForResponse((response) =>
            asksCognito('InitiateAuth')(response.request()),
          )
          await person.main.getByRole('button', { name: 'Se connecter' }).click()
          await answer
          expect(await person.alert.textContent()).toBe(TOO_MANY)
        }).toPass({ intervals: [0], timeout: 20_000 })
      })

      const other = await newAccount()
      await person.opens('/login')
      await person.fillsIn(other, password)
      await claimIsRefused(429, 'TOO_MANY_REQUESTS', 37)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.alert).toContainText(TOO_MANY)
      await expect(person.alert).toContainText(/Vous pourrez réessayer dans 3\d s\./)
    })

    test('whoever signs in comes back to where he stood', async () => {
      const email = await newAccount()
      const signsInHere = async () => {
        await person.fillsIn(email, password)
        await person.main.getByRole('button', { name: 'Se connecter' }).click()
        await person.isSignedIn(email)
      }
      await person.opens(CHAPTER)
      await person.main.getByRole('link', { name: 'Créer compte' }).click()
      await expect(person.page).toHaveURL('/signup')
      await person.main.getByRole('link', { name: 'Se connecter' }).click()
      await expect(person.page).toHaveURL('/login')
      await signsInHere()
      await expect(person.page).toHaveURL(CHAPTER)

      // Whoever is signed in has no business on these pages.
      for (const page of ['/login', '/signup']) {
        await person.opens(page)
        await expect(person.page).toHaveURL('/')
        await person.isSignedIn(email)
      }
      await person.signsOut(email)

      // A click before the script ran leaves the browser's own trace only.
      await person.page.goto('/login', { referer: `${origin}/compte` })
      await signsInHere()
      await expect(person.page).toHaveURL('/compte')
      await person.signsOut(email)

      await person.opens('/sujets-bac/upload')
      await person.sees('Accès Refusé')
      await person.main.getByRole('link', { name: 'Se connecter' }).click()
      await signsInHere()
      await expect(person.page).toHaveURL('/sujets-bac/upload')
      await person.sees('Accès Refusé')
      await expect(person.main.getByRole('link', { name: 'Se connecter' })).toBeHidden()
      await person.signsOut(email)
    })
  })
}
