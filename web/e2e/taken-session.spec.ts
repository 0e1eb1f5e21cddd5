import { expect } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { password, REFUSED } from './support/signing-in.ts'
import { test } from './support/story.ts'

const SESSION_TEXT =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'
const TIPS = [
  "Déconnectez-vous de la session active sur l'autre appareil.",
  "Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.",
  'Si le problème persiste, contactez un administrateur.',
]

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a sign-in while another device holds the session shows three tips and the time to wait', async ({
    person,
    arrives,
    student,
  }) => {
    const { email } = student
    const first = await arrives()
    await first.hasSignedInBefore(student)
    await first.opens('/')
    await first.isSignedIn(email)

    await person.page.clock.install()
    await person.opens('/login')
    await person.expecting(REFUSED, async () => {
      await person.fillsIn(email, password)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.alert).toContainText(SESSION_TEXT)
    })
    await expect(person.alert.getByRole('listitem')).toHaveText(TIPS)
    await expect.poll(() => secondsLeft(person)).toBeGreaterThan(5)
    await expect.poll(() => secondsLeft(person)).toBeLessThanOrEqual(60)
    const left = await secondsLeft(person)
    await person.page.clock.fastForward(5_000)
    await expect.poll(() => secondsLeft(person)).toBeLessThan(left)
    await person.page.clock.fastForward(61_000)
    await expect(person.alert).toContainText('Vous pouvez réessayer maintenant.')
    await person.isVisitor()

    await person.opensSignInDialog()
    await person.fillsIn(email, password, person.dialog)
    await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
    await expect(person.dialog.getByRole('listitem')).toHaveText(TIPS)
    await first.signsOut(email)
    await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
    await expect(person.dialog).toBeHidden()
    await person.isSignedIn(email)
  })
})

/** Returns the seconds to wait that the message shows. */
async function secondsLeft(person: Person): Promise<number> {
  const text = (await person.alert.textContent()) ?? ''
  return Number(/dans (\d+) s/.exec(text)?.[1] ?? Number.NaN)
}
