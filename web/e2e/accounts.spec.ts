import { expect, type Locator, test } from '@playwright/test'
import { Account, freshEmail } from './support/account.ts'
import { problem } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import { asksCognito, Person } from './support/person.ts'

const password = 'physique-2026'
const CHAPTER = '/svt/ondes/1'
const WRONG = 'Email ou mot de passe incorrect'
const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.'
const EMAIL_FAULT = 'Veuillez entrer une adresse email valide'
const PASSWORD_FAULT = 'Le mot de passe doit contenir au moins 6 caractères'
const SESSION_TEXT =
  'Une session est déjà active pour cet utilisateur. Veuillez vous déconnecter de votre autre session avant de continuer.'
const TIPS = [
  "Déconnectez-vous de la session active sur l'autre appareil.",
  "Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.",
  'Si le problème persiste, contactez un administrateur.',
]

/** What a browser writes about answers that refuse. */
const REFUSED = /status of 40[039]|status of 429/
/** What it writes where a sign-in is over: the API's refusal, and the account service's of a new token. */
const SIGNED_OUT = /status of 40[0139]/

const emailOf = (form: Locator) => form.getByLabel('Email')
const passwordOf = (form: Locator) => form.getByLabel('Mot de passe', { exact: true })
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

    async function opensAccountPage(email: string): Promise<void> {
      await person.opensUserMenu(email)
      await person.userMenu.getByRole('link', { name: 'Mon compte' }).click()
      await expect(person.heading('Mon compte')).toBeVisible()
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

    test('the sign-up page says what it needs and then has an account', async () => {
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
      await person.isSignedIn(email)
      await expect(person.page).toHaveURL('/')
      await person.signsOut(email)

      await person.opens('/signup')
      await person.fillsIn(email, password)
      await person.expecting(REFUSED, () => person.main.getByRole('button', { name: 'Créer compte' }).click())
      await expect(person.alert).toHaveText('Un compte existe déjà avec cet email. Veuillez vous connecter.')
      await expect(emailOf(person.main)).toHaveValue(email)
    })

    test('the dialog clears when it is toggled, and goes over to the sign-in of an account that exists', async () => {
      const email = await newAccount()
      await person.opens(CHAPTER)
      await person.opensSignInDialog()
      const { dialog } = person
      await expect(person.heading('Connexion')).toBeVisible()
      await expect(emailOf(dialog)).toBeFocused()
      await person.expecting(REFUSED, async () => {
        await person.fillsIn(email, 'pas-le-bon', dialog)
        await dialog.getByRole('button', { name: 'Se connecter' }).click()
        await expect(person.alert).toHaveText(WRONG)
      })
      await dialog.getByRole('button', { name: 'Créer un compte' }).click()
      await expect(person.heading('Inscription')).toBeVisible()
      await expect(person.alert).toBeHidden()
      await expect(emailOf(dialog)).toHaveValue('')
      await expect(passwordOf(dialog)).toHaveValue('')
      await expect(passwordOf(dialog)).toHaveAccessibleDescription(`${PASSWORD_FAULT}.`)
      await dialog.getByRole('button', { name: 'Déjà un compte ? Se connecter' }).click()
      await expect(person.heading('Connexion')).toBeVisible()
      await dialog.getByRole('button', { name: 'Créer un compte' }).click()

      await person.fillsIn(email, password, dialog)
      await person.whileWaitingFor(
        asksCognito('SignUp'),
        () => dialog.getByRole('button', { name: 'Créer compte' }).click(),
        () => expect(dialog.getByRole('button', { name: 'Inscription en cours...' })).toBeDisabled(),
      )
      await expect(person.heading('Connexion')).toBeVisible()
      await expect(person.alert).toHaveText('Un compte existe déjà avec cet email. Veuillez vous connecter.')
      await person.whileWaitingFor(
        asksCognito('InitiateAuth'),
        () => dialog.getByRole('button', { name: 'Se connecter' }).click(),
        () => expect(dialog.getByRole('button', { name: 'Connexion en cours...' })).toBeDisabled(),
      )
      await expect(dialog).toBeHidden()
      await person.isSignedIn(email)
      await expect(person.page).toHaveURL(CHAPTER)
      await person.sees('Contenu Premium')
      await person.signsOut(email)
    })

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

    test('a forgotten password is replaced with the code that was mailed, which ends every other sign-in', async ({
      browser,
    }) => {
      const email = await newAccount()
      const thief = await Person.at(browser, options)
      await thief.signsIn(email, password)
      await thief.isSignedIn(email)
      await person.opens('/login')
      await emailOf(person.main).fill(email)
      await person.button('Mot de passe oublié ?').click()
      await expect(person.heading('Mot de passe oublié')).toBeVisible()
      await expect(emailOf(person.main)).toHaveValue(email)
      await person.button('Recevoir un code').click()
      await person.sees(`Si un compte existe pour ${email}, un code vient de lui être envoyé.`)

      const code = person.page.getByLabel('Code reçu par e-mail')
      await code.fill('000000')
      await person.page.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await person.expecting(REFUSED, () => person.button('Changer le mot de passe').click())
      await expect(person.alert).toHaveText('Le code est incorrect ou a expiré.')
      await expect(person.page.getByLabel('Nouveau mot de passe')).toHaveValue('chimie-2026')
      await person.button('Renvoyer le code').click()
      await person.sees(`Si un compte existe pour ${email}, un nouveau code vient de lui être envoyé.`)
      await code.fill(await person.codeFor(email))
      await thief.expecting(SIGNED_OUT, () => person.button('Changer le mot de passe').click())
      await person.sees('Votre mot de passe a été modifié. Vous pouvez vous connecter.')
      await expect(emailOf(person.main)).toHaveValue(email)

      await passwordOf(person.main).fill(password)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.alert).toHaveText(WRONG)
      await passwordOf(person.main).fill('chimie-2026')
      // The thief's session is over as well: nobody waits for its minute.
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
      await thief.page.reload()
      await thief.isVisitor()
      await thief.leaves()
      await person.isSignedIn(email)
      await person.signsOut(email)
    })

    test('the dialog replaces a forgotten password too, and asks an address without an account for its code all the same', async () => {
      const email = await newAccount()
      const unknown = freshEmail()
      await person.opens('/premium')
      await person.opensSignInDialog()
      const { dialog } = person
      await emailOf(dialog).fill(unknown)
      await dialog.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
      await dialog.getByRole('button', { name: 'Recevoir un code' }).click()
      await person.sees(`Si un compte existe pour ${unknown}, un code vient de lui être envoyé.`)
      await dialog.getByLabel('Code reçu par e-mail').fill('123456')
      await dialog.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await person.expecting(REFUSED, () =>
        dialog.getByRole('button', { name: 'Changer le mot de passe' }).click(),
      )
      await expect(person.alert).toHaveText('Le code est incorrect ou a expiré.')
      await dialog.getByRole('button', { name: 'Retour à la connexion' }).click()
      await expect(emailOf(dialog)).toHaveValue(unknown)

      await emailOf(dialog).fill(email)
      await dialog.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
      await dialog.getByRole('button', { name: 'Recevoir un code' }).click()
      await dialog.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await dialog.getByLabel('Code reçu par e-mail').fill(await person.codeFor(email))
      await dialog.getByRole('button', { name: 'Changer le mot de passe' }).click()
      await expect(emailOf(dialog)).toHaveValue(email)
      await passwordOf(dialog).fill('chimie-2026')
      await dialog.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
      await expect(person.page).toHaveURL('/premium')
      await person.signsOut(email)
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

    test('the menu tells what the account is, refreshes it, and its sign-out leaves nothing behind', async () => {
      const email = freshEmail()
      await person.signsUp(email, password)
      await person.opensUserMenu(email)
      await person.sees(email, { within: person.userMenu.locator('#compte') })
      await expect(person.link('Passer en Premium').filter({ visible: true })).toHaveAttribute(
        'href',
        '/premium',
      )
      const edge = await person.userMenu.locator('#compte').boundingBox()
      expect(edge?.x).toBeGreaterThanOrEqual(0)
      expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width)

      const refresh = person.button('Rafraîchir la session')
      const asked = person.page.waitForRequest((request) => request.url().includes('/api/session'))
      await refresh.click()
      await expect(refresh).toBeDisabled()
      await asked
      await expect(refresh).toBeEnabled()

      expect((await person.keeps()).local).not.toEqual([])
      await person.button('Se déconnecter').click()
      await person.isVisitor()
      await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })
      await person.opens('/compte')
      await person.sees('Connectez-vous pour voir et gérer votre compte.')
    })

    test('the account page changes the password, which ends every copy of the sign-in', async ({
      browser,
    }) => {
      const email = await newAccount()
      await person.opens('/compte')
      await person.main.getByRole('link', { name: 'Se connecter' }).click()
      await person.fillsIn(email, password)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.page).toHaveURL('/compte')
      await person.sees(email, { within: person.main })
      await person.sees('Compte gratuit')
      await person.sees(new Date().getFullYear().toString(), { within: person.main })

      const copied = await person.context.storageState()
      const thief = await Person.at(browser, { ...options, storageState: copied })
      await thief.opens('/compte')
      await thief.sees(email, { within: thief.main })

      const current = person.page.getByLabel('Mot de passe actuel')
      const next = person.page.getByLabel('Nouveau mot de passe')
      await person.button('Changer le mot de passe').click()
      await expect(current).toHaveAccessibleDescription('Ce champ est obligatoire')
      await current.fill('pas-le-bon')
      await next.fill('chimie-2026')
      await person.expecting(REFUSED, () => person.button('Changer le mot de passe').click())
      await expect(person.alert).toHaveText('Mot de passe actuel incorrect')
      await expect(next).toHaveValue('chimie-2026')
      await current.fill(password)
      await thief.expecting(SIGNED_OUT, () =>
        person.whileWaitingFor(
          asksCognito('ChangePassword'),
          () => person.button('Changer le mot de passe').click(),
          () => expect(person.button('Modification en cours...')).toBeDisabled(),
        ),
      )
      await person.sees('Votre mot de passe a été modifié.')
      await expect(current).toHaveValue('')
      await expect(next).toHaveValue('')
      await thief.page.reload()
      await thief.isVisitor()
      await thief.leaves()
      await person.page.reload()
      await person.isSignedIn(email)
      await person.signsOut(email)

      await person.signsIn(email, password)
      await expect(person.alert).toHaveText(WRONG)
      await passwordOf(person.main).fill('chimie-2026')
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
      await person.signsOut(email)
    })

    test('the account page deletes the account for good', async () => {
      const email = freshEmail()
      await person.signsUp(email, password)
      await opensAccountPage(email)
      await person.button('Supprimer mon compte').click()
      await person.sees('Cette action est définitive : rien ne pourra être rétabli.', {
        within: person.dialog,
      })
      await person.dialog.getByRole('button', { name: 'Annuler' }).click()
      await expect(person.dialog).toBeHidden()
      await person.button('Supprimer mon compte').click()
      await person.whileWaitingFor(
        (request) => request.method() === 'DELETE' && request.url().endsWith('/api/account'),
        () => person.dialog.getByRole('button', { name: 'Supprimer définitivement' }).click(),
        () => expect(person.dialog.getByRole('button', { name: 'Suppression en cours...' })).toBeDisabled(),
      )
      await person.sees('Votre compte a été supprimé.')
      await expect(person.page.getByText('Votre compte a été supprimé.')).toBeInViewport()
      await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })
      await person.link("Retour à l'accueil").click()
      await expect(person.page).toHaveURL('/')

      await person.expecting(REFUSED, () => person.signsIn(email, password))
      await expect(person.alert).toHaveText(WRONG)
    })

    test('an account that administers is not deleted here, one with Premium hears what is lost', async () => {
      await person.signsIn('associee@demo.bac', 'demo1234')
      await opensAccountPage('associee@demo.bac')
      await person.sees('Administrateur')
      await person.sees('Un compte administrateur ne se supprime pas ici.')
      await expect(person.button('Supprimer mon compte')).toBeHidden()
      await person.signsOut('associee@demo.bac')

      await person.signsIn('premium@demo.bac', 'demo1234')
      await opensAccountPage('premium@demo.bac')
      await person.sees('Compte Premium', { within: person.main })
      await person.sees('sans date de fin')
      await expect(person.main.getByRole('link', { name: 'Passer en Premium' })).toBeHidden()
      await person.button('Supprimer mon compte').click()
      await person.sees(/il ne sera ni remboursé, ni rétabli/, { within: person.dialog })
      await person.dialog.getByRole('button', { name: 'Annuler' }).click()
      await person.signsOut('premium@demo.bac')
    })
  })
}

/** The seconds that the help box names. */
async function secondsLeft(person: Person): Promise<number> {
  const text = (await person.alert.textContent()) ?? ''
  return Number(/dans (\d+) s/.exec(text)?.[1] ?? Number.NaN)
}
