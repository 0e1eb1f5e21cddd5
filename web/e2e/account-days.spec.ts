import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { routes } from '#shared/contract/routes.ts'
import { freshEmail } from './support/account.ts'
import { MockedRoute } from './support/mocked-route.ts'
import { sampleAnswer } from './support/sample-answers.ts'
import { password } from './support/signing-in.ts'
import { test } from './support/story.ts'

const PREMIUM = 'premium@demo.bac'
const OWNER = 'associee@demo.bac'

test('a student sees the browser of today, ends every session and signs in again', async ({ person }) => {
  const email = freshEmail()
  await person.signsUp(email, password)
  await person.isSignedIn(email)
  await person.opens('/compte')
  await person.sees(/^Chrome sur \w+$/)
  await person.button('Terminer toutes les sessions').click()
  await person.dialog.getByRole('button', { name: 'Terminer', exact: true }).click()
  await person.sees('Toutes les sessions sont terminées. Reconnectez-vous avec votre mot de passe.')
  await person.isVisitor()
  await person.signsIn(email, password)
  await person.isSignedIn(email)
})

test.describe('a student', () => {
  test.use({ as: PREMIUM })

  test('reads that the documents of the day are used up', async ({ person }) => {
    person.announces(/status of 429/)
    await MockedRoute.on(person.page, routes.getTicket, { refusal: 'DAILY_ALLOWANCE_REACHED' })
    await person.opens(subjectsPath(TRACK_CODES[0]))
    await person.button('Voir').first().click()
    await person.sees(
      "Vous avez atteint le nombre de documents prévu pour aujourd'hui. L'accès reprend demain.",
    )
  })
})

test.describe('an owner', () => {
  test.use({ as: OWNER })

  test('reads what stands out about an account, and may write, end its sessions or block it', async ({
    person,
  }) => {
    await MockedRoute.on(person.page, routes.listWatched, { answer: sampleAnswer('listWatched') })
    await MockedRoute.on(person.page, routes.endUserSignIns, { answer: undefined })
    await person.opens('/admin')
    await person.link('Surveillance').click()
    await person.sees(/^Le 1er janvier 2026, ce compte a ouvert 87 documents, a changé 5 fois de navigateur/)
    await expect(person.link('Écrire').first()).toHaveAttribute(
      'href',
      /^mailto:youssef@exemple\.ma\?subject=/,
    )
    await person.button('Terminer les sessions').first().click()
    await person.dialog.getByRole('button', { name: 'Terminer', exact: true }).click()
    await person.sees('youssef@exemple.ma : sessions terminées')
  })
})
