import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { asksCognito } from './support/held-requests.ts'
import {
  DEMO_PASSWORD,
  emailOf,
  password,
  passwordOf,
  REFUSED,
  TOO_MANY,
  WRONG,
} from './support/signing-in.ts'
import { test } from './support/story.ts'

const CHAPTER = '/svt/ondes/1'
/** Milliseconds in which a page must show an answer before a test repeats its action. */
const DRAWN_MS = 200
/** Shown from the second refusal on, whatever its reason: a blocked account looks like a wrong password. */
const STILL_WRONG = new RegExp(
  `^${WRONG}Toujours refusé \\? Écrivez-nous à \\S+@\\S+ ou appelez le [+\\d ]+\\.$`,
)

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a wrong password, an unknown and a blocked account show the same error', async ({
    person,
    student,
  }) => {
    const known = student.email
    await person.opens('/login')
    await person.expecting(REFUSED, async () => {
      for (const [email, secret, text] of [
        [known, 'pas-le-bon', WRONG],
        [freshEmail(), password, STILL_WRONG],
        ['bloque@demo.bac', DEMO_PASSWORD, STILL_WRONG],
        ['bloque@demo.bac', 'pas-le-bon', STILL_WRONG],
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
        await expect(person.alert).toHaveText(text)
        await expect(emailOf(person.main)).toHaveValue(email)
        await expect(passwordOf(person.main)).toHaveValue(secret)
        await person.isVisitor()
      }
    })
    await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })
  })

  test('a sign-in returns to the page where it started', async ({ person, student, baseURL }) => {
    const { email } = student
    const signsInHere = async () => {
      await person.fillsIn(email, password)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
    }
    await person.opens(CHAPTER)
    // A second link that is followed before the page runs would leave the first one's page as the referrer.
    await person.isVisitor()
    await person.main.getByRole('link', { name: 'Créer compte' }).click()
    await expect(person.page).toHaveURL('/signup')
    await person.main.getByRole('link', { name: 'Se connecter' }).click()
    await expect(person.page).toHaveURL('/login')
    // The address changes before the page, whose script is still loading.
    await expect(person.heading('Connexion')).toBeVisible()
    await signsInHere()
    await expect(person.page).toHaveURL(CHAPTER)

    // The sign-in pages redirect a signed-in user.
    for (const page of ['/login', '/signup']) {
      await person.opens(page)
      await expect(person.page).toHaveURL('/')
      await person.isSignedIn(email)
    }
    await person.signsOut(email)

    // A click before the script runs leaves the referrer only.
    await person.page.goto('/login', { referer: `${baseURL}/compte` })
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
  })
})

test.describe(desktop.device, () => {
  test.use(desktop.options)

  test('too many sign-in attempts are refused', async ({ person, student: { email } }) => {
    await person.opens('/login')
    await person.fillsIn(email, 'pas-le-bon')
    await person.expecting(REFUSED, async () => {
      await expect(async () => {
        const answer = person.page.waitForResponse((response) =>
          asksCognito('InitiateAuth')(response.request()),
        )
        await person.main.getByRole('button', { name: 'Se connecter' }).click()
        await answer
        await expect(person.alert).toHaveText(TOO_MANY, { timeout: DRAWN_MS })
      }).toPass({ intervals: [0] })
    })
  })
})
