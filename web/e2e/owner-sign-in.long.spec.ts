import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Locator } from '@playwright/test'
import { generate } from 'otplib'
import { DEMO_PASSWORD, OWNER, PARTNER, WRONG } from './support/account.ts'
import { checkAccessibility } from './support/appearance.ts'
import { phone } from './support/devices.ts'
import { Operator } from './support/operator.ts'
import { type Person } from './support/person.ts'
import { test } from './support/story.ts'

test.describe('with a second factor', () => {
  const WRONG_CODE = '000000'
  const CODE_REFUSED = 'Le code est incorrect ou a expiré.'
  /** Console messages for a refused code and for an ended sign-in. */
  const REFUSED = /status of 40[0134]/

  const codeOf = (person: Person) => person.page.getByLabel('Code de validation')

  async function answers(person: Person, text: string, button: string): Promise<void> {
    await codeOf(person).fill(text)
    await person.button(button).click()
  }

  /** Switches the second factor on, which signs out. */
  async function switchesOn(person: Person): Promise<Authenticator> {
    await person.opens('/compte')
    await person.button('Activer').click()
    await expect(person.page.getByRole('img', { name: /^Code à scanner/ })).toBeVisible()
    await checkAccessibility(person.page, 'set-up')
    const secret = person.main.locator('code')
    await expect(secret).toHaveText(/^[A-Z2-7 ]{32,}$/)
    const app = new Authenticator(await secret.innerText())
    await answers(person, WRONG_CODE, 'Activer')
    await expect(person.alert).toHaveText(CODE_REFUSED)
    await checkAccessibility(person.page, 'refused set-up')
    await answers(person, await app.nextCode(), 'Activer')
    await person.sees(/^La validation en deux étapes est activée\./)
    await person.isVisitor()
    return app
  }

  test.use({ ...phone.options, as: PARTNER })

  test.beforeEach(({ person }) => person.announces(REFUSED))
  test.afterEach(async ({ baseURL }) => {
    // Other tests need the account without a second factor, even if this one fails.
    const operator = await Operator.at(baseURL as string)
    await operator.switchesSecondFactorOff(PARTNER)
    operator.leaves()
  })

  test('an owner switches the second factor on, signs in with it and switches it off', async ({ person }) => {
    const app = await switchesOn(person)
    await checkAccessibility(person.page, 'signed out by the set-up')

    await person.link('Se connecter').click()
    await person.fillsIn(PARTNER, DEMO_PASSWORD)
    await person.main.getByRole('button', { name: 'Se connecter' }).click()
    await expect(codeOf(person)).toBeFocused()
    await checkAccessibility(person.page, "the sign-in's second step")
    await answers(person, WRONG_CODE, 'Valider')
    await expect(person.alert).toHaveText(CODE_REFUSED)
    await expect(codeOf(person)).toHaveValue(WRONG_CODE)
    await person.isVisitor()
    await answers(person, await app.nextCode(), 'Valider')
    await person.isSignedIn(PARTNER)
    await expect(person.heading('Mon compte')).toBeVisible()
    await person.sees('Activée')
    await checkAccessibility(person.page, 'account with a second factor')
    await expect.poll(async () => (await person.keeps()).session).toEqual([])

    await person.button('Désactiver').click()
    await checkAccessibility(person.page, 'switching it off')
    await answers(person, WRONG_CODE, 'Désactiver')
    await expect(person.alert).toHaveText(CODE_REFUSED)
    await answers(person, await app.nextCode(), 'Désactiver')
    await person.sees('La validation en deux étapes est désactivée.')

    await person.signsOut(PARTNER)
    await person.signsIn(PARTNER, DEMO_PASSWORD)
    await person.isSignedIn(PARTNER)
  })

  const STEP_SECONDS = 30
  /** Seconds that a machine under load may need between reading a code and its check. */
  const MARGIN_SECONDS = 15

  /** An authenticator app. Each code is valid once, so that it never shows the same one twice. */
  class Authenticator {
    readonly #secret: string
    #lastStep = 0

    /** @param secret as the page shows it */
    constructor(secret: string) {
      this.#secret = secret.replaceAll(' ', '')
    }

    /** Returns the oldest code that is still accepted and was not shown yet; waits for one where there is none. */
    async nextCode(): Promise<string> {
      const oldest = Math.floor((Date.now() / 1000 + MARGIN_SECONDS) / STEP_SECONDS) - 1
      const step = Math.max(oldest, this.#lastStep + 1)
      this.#lastStep = step
      // The code of the next half minute is already accepted.
      const takenFrom = (step - 1) * STEP_SECONDS * 1000
      await sleep(Math.max(0, takenFrom - Date.now()))
      return generate({ secret: this.#secret, epoch: step * STEP_SECONDS })
    }
  }
})

test.describe('by an invitation', () => {
  const CHOSEN = 'thermodynamique'
  /** The console message for a refused password. */
  const REFUSED = /status of 40[01]/

  let operator: Operator
  test.beforeEach(async ({ baseURL }) => {
    operator = await Operator.at(baseURL as string)
  })
  // Restores the account's usual password for other tests, even if this one fails.
  test.afterEach(async () => {
    await operator.setsPassword(PARTNER, DEMO_PASSWORD)
    operator.leaves()
  })

  const newPassword = (form: Locator) => form.getByLabel('Nouveau mot de passe')

  test.use(phone.options)

  test('an invited owner chooses a password at the first sign-in', async ({ person }) => {
    const form = person.main
    await operator.invites(PARTNER)
    const temporary = await person.codeFor(PARTNER)
    await person.signsIn(PARTNER, temporary)
    await expect(newPassword(form)).toBeFocused()
    await expect(person.heading('Choisissez un nouveau mot de passe')).toBeVisible()
    await checkAccessibility(person.page, 'a new password')
    await newPassword(form).fill('court')
    await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
    await person.sees('Le mot de passe doit contenir au moins 6 caractères')
    await checkAccessibility(person.page, 'a short password')
    await newPassword(form).fill(CHOSEN)
    await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
    await person.isSignedIn(PARTNER)
    await person.opens('/admin')
    await expect(person.heading('Administration')).toBeVisible()
    await person.signsOut(PARTNER)

    await person.expecting(REFUSED, () => person.signsIn(PARTNER, temporary))
    await expect(person.alert).toHaveText(WRONG)
    await person.signsIn(PARTNER, CHOSEN)
    await person.isSignedIn(PARTNER)
    await expect.poll(async () => (await person.keeps()).session).toEqual([])
  })
})

/** True while the page that opened a window can still replace it. */
function isHeld({ page }: Person): Promise<boolean> {
  return page.evaluate(() => !(window as unknown as { opened: Window }).opened.closed)
}

test('a site that opened a public page loses the window when an owner goes on to the dashboard', async ({
  arrives,
  baseURL,
}) => {
  const person = await arrives({}, OWNER)
  const opening = person.context.waitForEvent('page')
  await person.page.evaluate((address) => Object.assign(window, { opened: window.open(address) }), baseURL)
  const tab = await opening
  await person.hasLoaded({ tab })
  await expect.poll(() => isHeld(person)).toBe(true)
  await tab.getByRole('button', { name: OWNER }).click()
  await tab.getByRole('link', { name: 'Administration' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect.poll(() => isHeld(person)).toBe(false)
  await tab.goBack()
  await expect(tab).toHaveURL('/')
  await expect.poll(() => isHeld(person)).toBe(false)
})
