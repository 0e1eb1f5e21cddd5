import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { personalPages, publicPages } from '#shared/catalogue/pages.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { checkAppearance, checkLayout } from './support/appearance.ts'
import { test } from './support/kept-browser.ts'
import type { Person } from './support/person.ts'

const CHAPTER = '/science-math/electricite/1'

/** Pages as a visitor finds them; `shows` is a text of the complete page. */
const PAGES: Readonly<Record<string, { path: string; shows: string | RegExp }>> = {
  // The text depends on the day: before the exams, on them and after them.
  accueil: { path: '/', shows: /^dans \d+ jours$|^c'est (?:demain|aujourd'hui)$|seront annoncées ici\.$/ },
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug }) => [
      [`filiere-${code.toLowerCase()}`, { path: `/${slug}`, shows: /^Partie (?:Physique|Chimie)$/ }],
      [`sujets-${code.toLowerCase()}`, { path: subjectsPath(code), shows: 'Non disponible' }],
    ]),
  ),
  chapitre: { path: CHAPTER, shows: /^Sujet 1 - / },
  fiche: { path: '/svt/nucleaire/1', shows: 'Imprimer la fiche' },
  sujets: { path: '/sujets-bac', shows: 'Sujets SVT' },
  videos: { path: '/videos-gratuites', shows: /^\d+ vidéos gratuites disponibles$/ },
  contact: { path: '/contact', shows: 'Disponibilité' },
  'a-propos': { path: '/a-propos', shows: 'Notre approche' },
  confidentialite: { path: '/confidentialite', shows: 'Vos droits' },
  premium: { path: '/premium', shows: 'Questions fréquentes' },
  'premium-compte-requis': { path: '/premium#paiement-fait', shows: 'Il vous faut un compte' },
  connexion: { path: '/login', shows: 'Connexion' },
  inscription: { path: '/signup', shows: 'Inscription' },
  'examen-visiteur': { path: '/sujets-bac/svt/2022-normale/examen', shows: 'À préparer' },
  carte: { path: '/activer', shows: 'Vérifier la carte' },
  'revisions-visiteur': { path: '/mes-revisions', shows: /^Connectez-vous pour suivre vos révisions/ },
  'hors-ligne-visiteur': { path: '/hors-ligne', shows: /^Avec un compte Premium, gardez/ },
  'compte-visiteur': { path: '/compte', shows: 'Connectez-vous pour voir et gérer votre compte.' },
  'depot-visiteur': { path: '/sujets-bac/upload', shows: 'Accès Refusé' },
  'administration-visiteur': { path: '/admin', shows: 'Accès Refusé' },
  'chapitre-inconnu': { path: '/svt/ondes/9', shows: /introuvable$/ },
  'page-inconnue': { path: '/nulle-part', shows: 'Page introuvable' },
}

test.use({ viewport: { width: 1280, height: 800 } })
// No test changes data of another, so that workers can share them.
test.describe.configure({ mode: 'parallel' })

/** Some of the pages do not exist, or are about a refusal. */
const EXPECTED = /status of (400|404|403)/

/** Opens a part by a button, checks it, and expects the focus back on the button when it is closed. */
async function looksInto(person: Person, name: string, opener: ReturnType<Person['button']>): Promise<void> {
  await opener.click()
  await expect(person.dialog).toBeVisible()
  await checkAppearance(person.page, name)
  await person.page.keyboard.press('Escape')
  await expect(person.dialog).toBeHidden()
  await expect(opener, `${name}: the focus comes back`).toBeFocused()
}

/** Checks a window of 1280 px that shows everything twice as large. */
async function canBeEnlarged(person: Person, name: string): Promise<void> {
  await person.page.setViewportSize({ width: 640, height: 400 })
  await checkLayout(person.page, `${name} at a zoom of 200 %`)
}

test('every address of the site is among the checked pages', () => {
  const paths = Object.values(PAGES).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([...publicPages, ...personalPages]))
})

for (const [name, { path, shows }] of Object.entries(PAGES))
  test(`the page ${name} is accessible to a visitor`, async ({ person }) => {
    person.announces(EXPECTED)
    await person.opens(path)
    await person.sees(shows, { within: person.main })
    await checkAppearance(person.page, name, { isPage: true })
    await canBeEnlarged(person, name)
  })

test('the dialogs of a chapter and of the sign-in are accessible', async ({ person }) => {
  await person.opens(CHAPTER)
  // Waits, because a page that does not run yet would not keep the tool's choice.
  await person.hasLoaded()
  await person.page.getByLabel('Année').selectOption({ index: 2 })
  await person.sees(/^\d sujets? sur \d$/)
  await expect(person.main.getByRole('status').filter({ hasText: /sujets? sur/ })).toBeVisible()
  await checkAppearance(person.page, 'chapitre-filtre')
  const paper = person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first()
  await looksInto(person, 'connexion-ou-premium', paper)

  const signIn = person.page.getByRole('banner').getByRole('button', { name: 'Se connecter' })
  await looksInto(person, 'dialogue-connexion', signIn)
  await signIn.click()
  await person.dialog.getByRole('button', { name: 'Se connecter' }).click()
  await person.sees('Veuillez entrer une adresse email valide')
  await checkAppearance(person.page, 'dialogue-connexion-fautes')
  await person.dialog.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
  await expect(person.dialog.getByRole('button', { name: 'Recevoir un code' })).toBeVisible()
  await checkAppearance(person.page, 'dialogue-mot-de-passe-oublie')
  await person.dialog.getByRole('button', { name: 'Retour à la connexion' }).click()
  await person.dialog.getByRole('button', { name: 'Créer un compte' }).click()
  await checkAppearance(person.page, 'dialogue-inscription')
  await person.page.keyboard.press('Escape')
})

test('the search is accessible with and without results', async ({ person }) => {
  await person.opens('/contact')
  await person.isVisitor()
  const opener = person.button('Rechercher')
  await looksInto(person, 'recherche', opener)
  await opener.click()
  await person.dialog.getByRole('combobox').fill('ondes')
  await expect(person.dialog.getByRole('status')).toHaveText(/^\d+ résultats$/)
  await checkAppearance(person.page, 'recherche-resultats')
  await person.dialog.getByRole('combobox').fill('quantique')
  await expect(person.dialog.getByRole('status')).toHaveText(/^Aucun résultat/)
  await checkAppearance(person.page, 'recherche-vide')
  await person.page.keyboard.press('Escape')
})

test('the menu of a phone, the answers to questions and the video player are accessible', async ({
  person,
}) => {
  await person.page.setViewportSize({ width: 360, height: 740 })
  await person.opens('/contact')
  await person.isVisitor()
  await person.button('Ouvrir le menu').click()
  await expect(person.button('Fermer le menu')).toBeVisible()
  await checkAppearance(person.page, 'menu', { narrowOnly: true })
  await person.page.keyboard.press('Escape')
  await expect(person.button('Ouvrir le menu')).toBeFocused()
  await person.page.setViewportSize({ width: 1280, height: 800 })

  await person.opens('/premium')
  for (const question of await person.main.locator('summary').all()) await question.click()
  await checkAppearance(person.page, 'premium-questions', { at: person.main.locator('summary').first() })
  await person.opens('/videos-gratuites')
  const watch = person.button(/^Regarder la vidéo/).first()
  await watch.click()
  const video = person.dialog.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1)
  await checkAppearance(person.page, 'lecteur-video')
  await person.page.keyboard.press('Escape')
  await expect(watch).toBeFocused()
})

test('the pages of a free student, their marks and account are accessible', async ({ arrives, student }) => {
  const person = await arrives()
  await person.hasSignedInBefore(student)
  // This chapter has a free document: locked ones carry no marks.
  await person.opens('/science-math/ondes/1')
  await person.main.getByRole('button', { name: 'Fait' }).click()
  await person.sees(/^1 \/ 1 fait/)
  await checkAppearance(person.page, 'chapitre-gratuit')
  await person.opens('/science-math')
  await person.sees('1 chapitre commencé sur 3')
  await checkAppearance(person.page, 'filiere-progression')
  await person.opensUserMenu(student.email)
  await person.sees('Passer en Premium', { within: person.userMenu })
  await checkAppearance(person.page, 'menu-compte')
  await person.userMenu.getByRole('link', { name: 'Mon compte' }).click()
  await person.sees('Compte gratuit')
  await checkAppearance(person.page, 'compte')
  await person.button('Changer le mot de passe').click()
  await person.sees('Ce champ est obligatoire')
  await checkAppearance(person.page, 'compte-fautes', { at: person.button('Changer le mot de passe') })
  await looksInto(person, 'compte-suppression', person.button('Supprimer mon compte'))
  await person.opens('/premium')
  await person.sees(student.email, { within: person.main })
  await checkAppearance(person.page, 'premium-gratuit')
  await person.main.getByRole('link', { name: "J'ai payé" }).click()
  await person.button('Envoyer ma demande').click()
  await person.sees('Ce champ est obligatoire')
  await checkAppearance(person.page, 'premium-paiement')
})

test.describe('with Premium', () => {
  test.use({ as: 'premium@demo.bac' })
  test('lists and the viewer are accessible', async ({ person }) => {
    await person.opens('/premium')
    await person.sees("Votre compte a déjà l'accès Premium.")
    await checkAppearance(person.page, 'premium-active')
    await person.opens('/sujets-bac/sm')
    const open = person.button('Voir').first()
    // The weight of a document stands beside it before it is opened.
    await expect(
      person
        .row('2024')
        .getByText(/^\d+(,\d)?\s(ko|Mo) · \d+\sp\.$/)
        .first(),
    ).toBeVisible()
    await checkAppearance(person.page, 'sujets-premium')
    await open.click()
    await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
    await checkAppearance(person.page, 'lecteur-pdf')
    await person.page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await person.opens(CHAPTER)
    await person.sees(/^Sujet 1 - /)
    await checkAppearance(person.page, 'chapitre-premium', {
      at: person.page.getByRole('heading', { name: /^Sujet 1 - / }),
    })
  })
})

test('a mock examination is accessible while it runs and after it', async ({ arrives, premiumStudent }) => {
  const person = await arrives()
  await person.hasSignedInBefore(premiumStudent)
  await person.opens('/sujets-bac/svt/2022-normale/examen')
  await person.button("Commencer l'épreuve").click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await checkAppearance(person.page, 'examen-en-cours')
  await person.page.keyboard.press('Escape')
  await person.sees('Votre épreuve est en cours')
  await checkAppearance(person.page, 'examen-ferme')
  await person.button("Terminer l'épreuve").click()
  await person.dialog.getByRole('button', { name: 'Terminer' }).click()
  await expect(person.heading('Je me note')).toBeFocused()
  await checkAppearance(person.page, 'examen-note', { isPage: true })
  await person.button('Ouvrir le corrigé').click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await checkAppearance(person.page, 'examen-corrige')
})

test.describe('an administrator who is not an owner', () => {
  test.use({ as: 'admin@demo.bac' })
  test('finds the upload form with faults and the refusal of the dashboard accessible', async ({
    person,
  }) => {
    person.announces(EXPECTED)
    await person.opens('/sujets-bac/upload')
    await person.button('Ajouter le sujet').click()
    await expect(person.main.getByLabel('Année')).toBeFocused()
    await checkAppearance(person.page, 'depot-fautes')
    await person.opens('/admin')
    await expect(person.heading('ACCÈS ADMIN NON AUTORISÉ')).toBeVisible()
    await checkAppearance(person.page, 'administration-refusee')
    await person.opens('/compte')
    await person.sees('Validation en deux étapes')
    await checkAppearance(person.page, 'compte-admin')
  })
})
