import { expect, test } from '@playwright/test'
import { Authenticator } from './support/authenticator.ts'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Operator } from './support/operator.ts'
import { Person } from './support/person.ts'

// The second owner, who no other test signs in as while this one runs.
const EMAIL = 'associee@demo.bac'
const PASSWORD = 'demo1234'
const WRONG_CODE = '000000'
const CODE_REFUSED = 'Le code est incorrect ou a expiré.'
/** What a browser writes about a refused code, and about a sign-in that has ended. */
const REFUSED = /status of 40[0134]/

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let person: Person

    test.beforeEach(async ({ browser }) => {
      person = await Person.at(browser, { ...options, reducedMotion: 'reduce' })
      await person.expecting(REFUSED, async () => {})
    })
    test.afterEach(async ({ baseURL }) => {
      // Nothing is left for other tests, however this one ends.
      const operator = await Operator.at(baseURL as string)
      await operator.switchesSecondFactorOff(EMAIL)
      operator.leaves()
      await person.leaves()
    })

    const code = () => person.page.getByLabel('Code de validation')
    const check = (state: string) => isAccessible(person.page, `${state} ${device}`)

    async function answers(text: string, button: string): Promise<void> {
      await code().fill(text)
      await person.button(button).click()
    }

    async function signsInOnThePage(): Promise<void> {
      await person.link('Se connecter').click()
      await person.fillsIn(EMAIL, PASSWORD)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(code()).toBeFocused()
    }

    test('an owner switches the second factor on, signs in with it and switches it off', async () => {
      test.setTimeout(180_000)
      await person.signsIn(EMAIL, PASSWORD)
      await person.isSignedIn(EMAIL)
      await person.opens('/compte')
      await person.button('Activer').click()
      await expect(person.page.getByRole('img', { name: /^Code à scanner/ })).toBeVisible()
      await check('set-up')
      const app = new Authenticator(await person.main.locator('code').innerText())
      await answers(WRONG_CODE, 'Activer')
      await expect(person.alert).toHaveText(CODE_REFUSED)
      await check('refused set-up')
      await answers(await app.nextCode(), 'Activer')
      await person.sees(/^La validation en deux étapes est activée\./)
      await person.isVisitor()
      await check('signed out by the set-up')

      await signsInOnThePage()
      await check("the sign-in's second step")
      await answers(WRONG_CODE, 'Valider')
      await expect(person.alert).toHaveText(CODE_REFUSED)
      await expect(code()).toHaveValue(WRONG_CODE)
      await person.isVisitor()
      const used = await app.nextCode()
      await answers(used, 'Valider')
      await person.isSignedIn(EMAIL)
      await expect(person.heading('Mon compte')).toBeVisible()
      await person.sees('Activée')
      await check('account with a second factor')
      expect((await person.keeps()).session).toEqual([])

      await person.signsOut(EMAIL)
      await person.opens('/')
      await person.isVisitor()
      await person.opensSignInDialog()
      await person.fillsIn(EMAIL, PASSWORD, person.dialog)
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await expect(code()).toBeFocused()
      await check('the second step in the dialog')
      await person.button('Retour à la connexion').click()
      await expect(person.dialog.getByLabel('Email')).toHaveValue(EMAIL)
      await person.dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      // Each code is good once.
      await answers(used, 'Valider')
      await expect(person.alert).toHaveText(CODE_REFUSED)
      await answers(await app.nextCode(), 'Valider')
      await person.isSignedIn(EMAIL)

      await person.opens('/admin')
      await expect(person.heading('Administration')).toBeVisible()
      await person.opens('/compte')
      await person.button('Désactiver').click()
      await check('switching it off')
      await answers(WRONG_CODE, 'Désactiver')
      await expect(person.alert).toHaveText(CODE_REFUSED)
      await answers(await app.nextCode(), 'Désactiver')
      await person.sees('La validation en deux étapes est désactivée.')

      await person.signsOut(EMAIL)
      await person.signsIn(EMAIL, PASSWORD)
      await person.isSignedIn(EMAIL)
      await person.signsOut(EMAIL)
    })
  })
}
