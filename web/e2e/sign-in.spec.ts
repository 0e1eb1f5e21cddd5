import { expect } from '@playwright/test'
import { type Track, tracks } from '#shared/catalogue/tracks.ts'
import {
  DEMO_PASSWORD,
  EMAIL_FAULT,
  emailOf,
  freshEmail,
  PASSWORD_FAULT,
  password,
  passwordOf,
  REFUSED,
  SIGNED_OUT,
  WRONG,
} from './support/account.ts'
import { phone } from './support/devices.ts'
import { asksCognito } from './support/pending-requests.ts'
import { test } from './support/story.ts'

const CHAPTER = '/svt/ondes/1'
const LAST = tracks.at(-1) as Track

test.use(phone.options)

test('a student signs up, chooses a track, and finds it on their pages', async ({ person }) => {
  const email = freshEmail()
  await person.signsUp('eleve', '12345')
  await expect(emailOf(person.main)).toHaveAccessibleDescription(EMAIL_FAULT)
  await expect(passwordOf(person.main)).toHaveAccessibleDescription(PASSWORD_FAULT)

  await person.fillsIn(email, password)
  await person.whileWaitingFor(
    asksCognito('SignUp'),
    () => person.main.getByRole('button', { name: 'Créer compte' }).click(),
    async () => {
      await expect(person.button('Inscription en cours...')).toBeDisabled()
      await expect(emailOf(person.main)).toBeDisabled()
    },
  )
  await person.dialog.getByRole('button', { name: LAST.label }).click()
  await person.isSignedIn(email)
  await expect(person.main.getByRole('link', { name: 'Voir les thèmes' }).first()).toHaveAttribute(
    'href',
    `/${LAST.slug}`,
  )
  await person.opens('/compte')
  await expect(person.main.getByLabel('Votre filière')).toHaveValue(LAST.code)
  await person.signsOut(email)
  await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })

  await person.expecting(REFUSED, () => person.signsUp(email, password))
  await expect(person.alert).toContainText('Un compte existe déjà avec cet email. Veuillez vous connecter.')
  await person.alert.getByRole('link', { name: 'Se connecter' }).click()
  await expect(person.page).toHaveURL('/login')
})

test('a wrong password, an unknown and a blocked account show the same error', async ({
  person,
  student,
}) => {
  await person.opens('/login')
  await person.expecting(REFUSED, async () => {
    for (const [email, secret] of [
      [student.email, 'pas-le-bon'],
      [freshEmail(), password],
      ['bloque@demo.bac', DEMO_PASSWORD],
    ] as const) {
      await person.fillsIn(email, secret)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.alert).toContainText(WRONG)
      await expect(passwordOf(person.main)).toHaveValue(secret)
      await person.isVisitor()
    }
  })
})

test('a sign-in returns to the page where it started', async ({ person, student }) => {
  await person.opens(CHAPTER)
  // A second link that is followed before the page runs would leave the first one's page as the referrer.
  await person.isVisitor()
  await person.main.getByRole('link', { name: 'Créer compte' }).click()
  await expect(person.page).toHaveURL('/signup')
  await person.main.getByRole('link', { name: 'Se connecter' }).click()
  // The address changes before the page, whose script is still loading.
  await expect(person.heading('Connexion')).toBeVisible()
  await person.fillsIn(student.email, password)
  await person.main.getByRole('button', { name: 'Se connecter' }).click()
  await person.isSignedIn(student.email)
  await expect(person.page).toHaveURL(CHAPTER)
  await person.opens('/login')
  await expect(person.page).toHaveURL('/')
})

test('a forgotten password is replaced with a code by e-mail, which ends every other sign-in', async ({
  person,
  arrives,
  student,
}) => {
  const { email } = student
  const thief = await arrives({}, student)
  await thief.opens('/')
  await thief.isSignedIn(email)
  await person.opens('/login')
  await emailOf(person.main).fill(email)
  await person.button('Mot de passe oublié ?').click()
  await person.button('Recevoir un code').click()
  await person.sees(`Si un compte existe pour ${email}, un code vient de lui être envoyé.`)

  const code = person.page.getByLabel('Code reçu par e-mail')
  await code.fill('000000')
  await person.page.getByLabel('Nouveau mot de passe').fill('chimie-2026')
  await person.expecting(REFUSED, () => person.button('Changer le mot de passe').click())
  await expect(person.alert).toHaveText('Le code est incorrect ou a expiré.')
  await code.fill(await person.codeFor(email))
  await thief.expecting(SIGNED_OUT, () => person.button('Changer le mot de passe').click())
  await person.sees('Votre mot de passe a été modifié. Vous pouvez vous connecter.')

  await passwordOf(person.main).fill(password)
  await person.main.getByRole('button', { name: 'Se connecter' }).click()
  await expect(person.alert).toHaveText(WRONG)
  await passwordOf(person.main).fill('chimie-2026')
  // The other session is over, so that the sign-in need not wait for its lease.
  await person.main.getByRole('button', { name: 'Se connecter' }).click()
  await person.isSignedIn(email)
  await thief.page.reload()
  await thief.isVisitor()
})
