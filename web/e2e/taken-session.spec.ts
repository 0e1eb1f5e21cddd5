import { expect, test } from '@playwright/test'
import { Account, freshEmail } from './support/account.ts'
import { problem } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'
import { password, REFUSED } from './support/signing-in.ts'

const SESSION_TEXT =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'
const TIPS = [
  "Déconnectez-vous de la session active sur l'autre appareil.",
  "Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.",
  'Si le problème persiste, contactez un administrateur.',
]
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

    test('another session is met with three tips and the time to wait', async ({ browser }) => {
      const email = await newAccount()
      const first = await Person.at(browser, options)
      await first.signsIn(email, password)
      await first.isSignedIn(email)

      await person.page.clock.install()
      await person.opens('/login')
      await person.expecting(REFUSED, async () => {
        await person.fillsIn(email, password)
        await person.main.getByRole('button', { name: 'Se connecter' }).click()
        await expect(person.alert).toContainText(SESSION_TEXT)
      })
      await expect(person.alert.getByRole('listitem')).toHaveText(TIPS)
      const left = await secondsLeft(person)
      expect(left).toBeGreaterThan(30)
      expect(left).toBeLessThanOrEqual(60)
      await expect.poll(() => secondsLeft(person)).toBeLessThan(left)
      await person.page.clock.fastForward(61_000)
      await expect(person.alert).toContainText('Vous pouvez réessayer maintenant.')
      await person.isVisitor()

      await person.opensSignInDialog()
      await person.fillsIn(email, password, person.dialog)
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.dialog.getByRole('listitem')).toHaveText(TIPS)
      await first.signsOut(email)
      await first.leaves()
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.dialog).toBeHidden()
      await person.isSignedIn(email)
      await person.signsOut(email)
    })

    test('another session is met on the sign-up too', async () => {
      await person.opens('/signup')
      await claimIsRefused(409, 'SESSION_ALREADY_ACTIVE', 42)
      await person.fillsIn(freshEmail(), password)
      await person.expecting(REFUSED, () => person.main.getByRole('button', { name: 'Créer compte' }).click())
      await expect(person.alert).toContainText(SESSION_TEXT)
      await expect(person.alert.getByRole('listitem')).toHaveText(TIPS)
      expect(await secondsLeft(person)).toBeLessThanOrEqual(42)
    })
  })
}

/** The seconds that the help box names. */
async function secondsLeft(person: Person): Promise<number> {
  const text = (await person.alert.textContent()) ?? ''
  return Number(/dans (\d+) s/.exec(text)?.[1] ?? Number.NaN)
}
