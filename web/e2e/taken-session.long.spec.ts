import { expect, type Request } from '@playwright/test'
import type { Account } from './support/account.ts'
import { checkAppearance } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { emailOf, password, passwordOf, REFUSED } from './support/signing-in.ts'
import { test } from './support/story.ts'

const SESSION_TEXT =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'
const TIPS = [
  "Déconnectez-vous de la session active sur l'autre appareil.",
  "Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.",
  'Si le problème persiste, contactez un administrateur.',
]

const STILL_USED = "L'autre appareil est encore utilisé"

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a sign-in while another device holds the session says how to go on, and is tried again once by itself', async ({
    person,
    arrives,
    student,
  }) => {
    const { email } = student
    await holdsSession(await arrives(), student)

    let claims = 0
    person.page.on('request', (request) => {
      if (isClaim(request)) claims++
    })
    await person.page.clock.install()
    await person.opens('/login')
    person.announces(REFUSED)
    await person.fillsIn(email, password)
    await passwordOf(person.main).press('Enter')
    await expect(person.alert).toContainText(SESSION_TEXT)
    await expect(person.alert.getByRole('listitem')).toHaveText(TIPS)
    await expect.poll(() => secondsLeft(person)).toBeGreaterThan(5)
    await expect.poll(() => secondsLeft(person)).toBeLessThanOrEqual(60)
    const left = await secondsLeft(person)
    await person.page.clock.fastForward(5_000)
    await expect.poll(() => secondsLeft(person)).toBeLessThan(left)
    await checkAppearance(person.page, 'second-appareil')
    const contact = person.page.waitForEvent('popup')
    await person.alert.getByRole('link', { name: 'contactez un administrateur' }).click()
    const tab = await contact
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Contact')
    await tab.close()

    // The first device is still there.
    await person.page.clock.fastForward(61_000)
    await expect(person.alert).toContainText(STILL_USED)
    await expect.poll(() => secondsLeft(person)).toBeGreaterThan(5)
    await expect(emailOf(person.main)).toHaveValue(email)
    await expect(passwordOf(person.main)).toHaveValue(password)
    await checkAppearance(person.page, 'second-appareil-refuse-deux-fois')
    await person.page.clock.fastForward(61_000)
    await expect(person.alert).toContainText('Vous pouvez réessayer maintenant.')
    await person.isVisitor()
    await expect.poll(() => claims).toBe(2)
  })
})

async function holdsSession(person: Person, account: Account): Promise<Person> {
  await person.hasSignedInBefore(account)
  await person.opens('/')
  await person.isSignedIn(account.email)
  return person
}

function isClaim(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/session'
}

/** Returns the seconds to wait that the message shows. */
async function secondsLeft(person: Person): Promise<number> {
  const text = (await person.alert.textContent()) ?? ''
  return Number(/dans (\d+) s/.exec(text)?.[1] ?? Number.NaN)
}
