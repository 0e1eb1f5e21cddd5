import { expect, type Route } from '@playwright/test'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'
import type { SignUpChallenge } from '#shared/contract/sign-up.ts'
import { freshEmail } from './support/account.ts'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { asksCognito, type Held } from './support/held-requests.ts'
import { EMAIL_FAULT, emailOf, PASSWORD_FAULT, password, passwordOf, REFUSED } from './support/signing-in.ts'
import { test } from './support/story.ts'

const [phone] = DEVICES
const [FIRST, LAST] = [tracks.at(0), tracks.at(-1)] as [Track, Track]
const OWN_TRACK = 'Votre filière'

test.describe(phone.device, () => {
  test.use(phone.options)

  test('the sign-up page validates its fields and creates an account', async ({ person }) => {
    const email = freshEmail()
    await person.opens('/signup')
    await expect(person.heading('Inscription')).toBeVisible()
    await expect(passwordOf(person.main)).toHaveAccessibleDescription(`${PASSWORD_FAULT}.`)
    await person.fillsIn('eleve', '12345')
    await person.main.getByRole('button', { name: 'Créer compte' }).click()
    await expect(emailOf(person.main)).toHaveAccessibleDescription(EMAIL_FAULT)
    await expect(passwordOf(person.main)).toHaveAccessibleDescription(PASSWORD_FAULT)

    await person.fillsIn(email, password)
    await person.whileWaitingFor(
      asksCognito('SignUp'),
      () => person.main.getByRole('button', { name: 'Créer compte' }).click(),
      async () => {
        await expect(person.button('Inscription en cours...')).toBeDisabled()
        await expect(emailOf(person.main)).toBeDisabled()
        await expect(passwordOf(person.main)).toBeDisabled()
      },
    )
    await expect(person.page).toHaveURL('/')
    await checkAccessibility(person.page, 'the question about the track')
    await person.dialog.getByRole('button', { name: LAST.label }).click()
    await person.isSignedIn(email)
    await expect(person.main.getByRole('link', { name: 'Voir les thèmes' }).first()).toHaveAttribute(
      'href',
      `/${LAST.slug}`,
    )

    await person.opens('/sujets-bac')
    await expect(person.main.getByRole('link', { name: /^Sujets / }).first()).toHaveText(
      `Sujets ${LAST.code}`,
    )
    await expect(person.dialog).toBeHidden()
    await person.opens('/compte')
    await expect(person.main.getByLabel(OWN_TRACK)).toHaveValue(LAST.code)
    await person.main.getByLabel(OWN_TRACK).selectOption(FIRST.label)
    await expect(person.main.getByLabel(OWN_TRACK)).toBeEnabled()
    await person.opens('/mes-revisions')
    await expect(person.main.getByLabel('Votre filière')).toHaveValue(FIRST.code)
    await person.signsOut(email)

    await person.opens('/signup')
    await person.fillsIn(email, password)
    await person.expecting(REFUSED, () => person.main.getByRole('button', { name: 'Créer compte' }).click())
    await expect(person.alert).toHaveText('Un compte existe déjà avec cet email. Veuillez vous connecter.')
    await expect(emailOf(person.main)).toHaveValue(email)
  })
})

const isChallenge: Held = (request) => request.url().endsWith('/api/sign-up-challenge')

test.describe(`${phone.device}, with a proof of work`, () => {
  test.use(phone.options)

  test('a student who sends the form before the proof is made is told to wait', async ({ person }) => {
    const email = freshEmail()
    await person.whileWaitingFor(
      isChallenge,
      async () => {
        await person.opens('/signup')
        await person.fillsIn(email, password)
        await person.main.getByRole('button', { name: 'Créer compte' }).click()
      },
      async () => {
        await expect(person.button('Vérification en cours...')).toBeDisabled()
        await expect(person.main.getByRole('status')).toHaveText('Vérification en cours...')
      },
    )
    await person.choosesTrackLater()
    await person.isSignedIn(email)
  })

  test('a refused proof is made again, and what was typed stays', async ({ person }) => {
    const email = freshEmail()
    const forge = async (route: Route) => {
      const response = await route.fetch()
      const challenge = (await response.json()) as SignUpChallenge
      await route.fulfill({ response, json: { ...challenge, signature: '0'.repeat(64) } })
    }
    await person.page.route('**/api/sign-up-challenge', forge, { times: 1 })
    await person.opens('/signup')
    await person.fillsIn(email, password)
    await person.expecting(REFUSED, () => person.main.getByRole('button', { name: 'Créer compte' }).click())
    await expect(person.alert).toHaveText(
      "La vérification de votre navigateur a expiré ou n'a pas abouti. Elle est refaite : veuillez réessayer.",
    )
    await expect(emailOf(person.main)).toHaveValue(email)
    await expect(passwordOf(person.main)).toHaveValue(password)
    await person.main.getByRole('button', { name: 'Créer compte' }).click()
    await person.choosesTrackLater()
    await person.isSignedIn(email)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-up says that it needs them', async ({ page, baseURL }) => {
    await page.goto(new URL('/signup', baseURL).href)
    // Playwright finds no text in a noscript element.
    const notice = page.getByRole('main').locator('noscript p')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText("ni l'inscription")
  })
})
