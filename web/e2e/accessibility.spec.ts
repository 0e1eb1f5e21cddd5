import { expect, test } from '@playwright/test'
import { Account } from './support/account.ts'
import { aDocument, answers, asks } from './support/answers.ts'
import { isAccessible } from './support/axe.ts'
import { Person } from './support/person.ts'

const WIDTHS = [320, 1280]
const CHAPTER = '/science-math/electricite/1'
const PREMIUM = { email: 'premium@demo.bac', password: 'demo1234' }

/** Public pages with what shows that they are complete. */
const PAGES: readonly { path: string; shows: string | RegExp }[] = [
  { path: '/', shows: /^dans \d+ jours$/ },
  { path: '/science-math', shows: 'Partie Chimie' },
  { path: '/science-physique', shows: 'Partie Chimie' },
  { path: '/svt', shows: 'Partie Chimie' },
  { path: CHAPTER, shows: /^Sujet 1 - / },
  { path: '/sujets-bac', shows: 'Sujets SVT' },
  { path: '/sujets-bac/sm', shows: 'Non disponible' },
  { path: '/sujets-bac/pc', shows: 'Non disponible' },
  { path: '/sujets-bac/svt', shows: 'Non disponible' },
  { path: '/videos-gratuites', shows: '12 vidéos gratuites disponibles' },
  { path: '/contact', shows: 'Disponibilité' },
  { path: '/a-propos', shows: 'Notre approche' },
  { path: '/premium', shows: 'Moyens de paiement' },
  { path: '/login', shows: 'Connexion' },
  { path: '/signup', shows: 'Inscription' },
  { path: '/compte', shows: 'Connectez-vous pour voir et gérer votre compte.' },
  { path: '/sujets-bac/upload', shows: 'Accès Refusé' },
  { path: '/svt/ondes/9', shows: /introuvable$/ },
  { path: '/nulle-part', shows: 'Page introuvable' },
]

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    let person: Person

    test.beforeEach(async ({ browser }) => {
      person = await Person.withoutWorker(browser, {
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      })
      // Pages that do not exist and refusals of this file are expected.
      await person.expecting(/status of (400|404)/, async () => {})
    })
    test.afterEach(() => person.leaves())

    const check = (state: string) => isAccessible(person.page, `${state} at ${width} px`)

    test('a visitor finds every page accessible', async () => {
      test.setTimeout(120_000)
      for (const { path, shows } of PAGES) {
        await person.opens(path)
        await person.sees(shows, { within: person.main })
        await check(path)
      }
    })

    test('and each thing that he opens', async () => {
      test.setTimeout(120_000)
      await person.opens(CHAPTER)
      await person.page.getByLabel('Année').selectOption({ index: 2 })
      await person.sees(/^\d sujets? sur \d$/)
      await check('filters')
      await person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first().click()
      await expect(person.dialog).toBeVisible()
      await check('login or Premium')
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.page.getByRole('dialog', { name: 'Connexion' })).toBeVisible()
      await check('sign-in dialog')
      await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
      await person.sees('Veuillez entrer une adresse email valide')
      await check('sign-in dialog with errors')
      await person.dialog.getByRole('button', { name: 'Créer un compte' }).click()
      await check('sign-up dialog')
      await person.page.keyboard.press('Escape')

      await person.page.keyboard.press('Control+k')
      await expect(person.dialog).toBeVisible()
      await check('search')
      await person.dialog.getByRole('combobox').fill('ondes')
      await expect(person.dialog.getByRole('option').first()).toBeVisible()
      await check('search with results')
      await person.dialog.getByRole('combobox').fill('quantique')
      await person.sees(/^Aucun résultat/)
      await check('search without results')
      await person.page.keyboard.press('Escape')

      if (width < 600) {
        await person.button('Ouvrir le menu').click()
        await expect(person.button('Fermer le menu')).toBeVisible()
        await check('menu')
      }
      await person.opens('/premium')
      for (const question of await person.main.locator('summary').all()) await question.click()
      await check('open questions')
      await person.opens('/videos-gratuites')
      await person
        .button(/^Regarder la vidéo/)
        .first()
        .click()
      await expect(person.dialog.locator('video')).toBeVisible()
      await check('video viewer')
    })

    test('and each state of a list', async () => {
      test.setTimeout(120_000)
      for (const path of [CHAPTER, '/sujets-bac/sm', '/videos-gratuites'])
        await person.whileWaitingFor(
          asks('/api/'),
          () => person.opens(path),
          async () => {
            await person.sees('Chargement en cours...')
            await check(`${path} loading`)
          },
        )

      for (const path of ['/api/chapters/', '/api/subjects', '/api/videos'])
        await answers(person.page, path, { status: 400, code: 'INVALID_REQUEST' })
      for (const path of [CHAPTER, '/sujets-bac/sm', '/videos-gratuites']) {
        await person.opens(path)
        await expect(person.alert).toBeVisible()
        await check(`${path} failed`)
      }
      await person.page.keyboard.press('Control+k')
      await person.sees(/n'ont pas pu être chargés/)
      await check('search without lists')

      await person.page.unrouteAll()
      await answers(person.page, `/api/chapters${CHAPTER}`, { items: [] })
      await answers(person.page, '/api/videos', { items: [] })
      for (const [path, text] of [
        [CHAPTER, 'Aucun sujet disponible pour ce chapitre.'],
        ['/videos-gratuites', 'Aucune vidéo gratuite disponible'],
      ] as const) {
        await person.opens(path)
        await person.sees(text)
        await check(`${path} empty`)
      }
      await answers(person.page, '/api/chapters/svt/piles/1', {
        items: [aDocument(), aDocument({ id: 'doc-2', year: '2023', session: 'Rattrapage' })],
      })
      await person.opens('/svt/piles/1?annee=2023&session=Normale')
      await person.sees('Aucun sujet ne correspond à ces filtres.')
      await check('filters without results')

      await person.expecting(/ERR_INTERNET_DISCONNECTED/, () => person.context.setOffline(true))
      await person.sees('Vous êtes hors ligne.')
      await check('offline')
    })

    test('a page that could not be fetched', async () => {
      await person.opens('/contact')
      await person.isVisitor()
      await person.page.route(/\/assets\/about-page-.*\.js$/, (route) => route.abort())
      await person.expecting(/ERR_FAILED|could not be fetched/, () =>
        person.page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
      )
      await expect(person.heading('Unexpected Application Error!')).toBeVisible()
      await check('broken page')
    })

    test('a free student and his account', async ({ baseURL }) => {
      test.setTimeout(120_000)
      const { email, password } = await Account.signedUp(baseURL as string)
      await person.signsIn(email, password)
      await person.isSignedIn(email)
      await person.opens(CHAPTER)
      await person.main.getByRole('button', { name: 'Fait' }).first().click()
      await person.main.getByRole('button', { name: 'À revoir' }).nth(1).click()
      await person.sees(/^1 \/ \d+ fait, 1 à revoir/)
      await check('chapter of a free student')
      await person.opens('/science-math')
      await person.sees('1 chapitre commencé sur 5')
      await check('track with progress')
      await person.opensUserMenu(email)
      await person.sees('Passer en Premium', { within: person.userMenu })
      await check('user menu')
      await person.userMenu.getByRole('link', { name: 'Mon compte' }).click()
      await person.sees('Compte gratuit')
      await check('account')
      await person.button('Supprimer mon compte').click()
      await expect(person.dialog).toBeVisible()
      await check('deletion of the account')
      await person.page.keyboard.press('Escape')
      await person.opens('/premium')
      await person.sees(email, { within: person.main })
      await check('Premium for a free student')
      await person.signsOut(email)
    })

    test('a premium student and what he reads', async () => {
      test.setTimeout(120_000)
      await person.signsIn(PREMIUM.email, PREMIUM.password)
      await person.isSignedIn(PREMIUM.email)
      await person.opens('/premium')
      await person.sees("Votre compte a déjà l'accès Premium.")
      await check('Premium for who has it')
      await person.opens('/sujets-bac/sm')
      await expect(person.button('Voir').first()).toBeVisible()
      await check('subjects with Premium')
      await person.button('Voir').first().click()
      await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
      await check('PDF viewer')
      await person.page.keyboard.press('Escape')

      await answers(person.page, '/api/files/', { status: 404, code: 'DOCUMENT_UNAVAILABLE' })
      await person.button('Voir').first().click()
      await expect(person.alert).toBeVisible()
      await check('viewer without document')
      await person.page.keyboard.press('Escape')
      await answers(person.page, `/api/chapters${CHAPTER}`, { items: [aDocument({ available: false })] })
      await person.opens(CHAPTER)
      await person.button('Énoncé (PDF)').click()
      await person.sees('Ce document sera disponible prochainement.')
      await check('announced document')
      await person.page.keyboard.press('Escape')
      await person.signsOut(PREMIUM.email)
    })
  })
}
