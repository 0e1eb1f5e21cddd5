import { expect, type Locator } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { personalPages, publicPages } from '#shared/catalogue/pages.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { student as listedStudent, resource } from '#shared/test-support/page-answers.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { ADMIN, OWNER } from './support/account.ts'
import { checkAppearance, NARROWEST } from './support/appearance.ts'
import { mockOwnerLists } from './support/owner-pages.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'
const EXAM = '/sujets-bac/svt/2022-normale/examen'

/** Pages by their address, each with a text of the complete page that the page before it does not show. */
type Pages = Readonly<Record<string, string | RegExp>>

const FOR_VISITORS: Pages = {
  // The text depends on the day: before the exams, on them and after them.
  '/': /^dans \d+ jours$|^c'est (?:demain|aujourd'hui)$|seront annoncées ici\.$/,
  ...Object.fromEntries(
    tracks.flatMap(({ code, slug }) => [
      [`/${slug}`, /^Partie (?:Physique|Chimie)$/],
      [subjectsPath(code), 'Non disponible'],
    ]),
  ),
  [CHAPTER]: /^Sujet 1 - /,
  '/svt/nucleaire/1': 'Imprimer la fiche',
  '/sujets-bac': 'Sujets SM',
  '/sujets-bac/svt/2022-normale': /^Bac SVT 2022/,
  [EXAM]: 'À préparer',
  '/videos-gratuites': /^\d+ vidéos gratuites disponibles$/,
  '/contact': 'Disponibilité',
  '/a-propos': 'Notre approche',
  '/confidentialite': 'Vos droits',
  '/premium': 'Questions fréquentes',
  '/premium#paiement-fait': 'Il vous faut un compte',
  '/login': 'Mot de passe oublié ?',
  '/signup': 'Créer compte',
  '/activer': 'Vérifier la carte',
  '/mes-revisions': /^Connectez-vous pour suivre vos révisions/,
  '/hors-ligne': /^Avec un compte Premium, gardez/,
  '/compte': 'Connectez-vous pour voir et gérer votre compte.',
  '/sujets-bac/upload': 'Accès Refusé',
  '/admin': 'Accès Refusé',
  '/svt/ondes/9': /introuvable$/,
  '/nulle-part': 'Page introuvable',
}

const FOR_FREE_STUDENTS: Pages = {
  '/compte': 'Compte gratuit',
  '/premium': "J'ai payé",
  '/mes-revisions': /^Choisissez votre filière/,
}

const FOR_PREMIUM: Pages = {
  // The weight of a document stands beside it before it is opened.
  [subjectsPath('SM')]: /^\d+(,\d)?\s(ko|Mo) · \d+\sp\.$/,
  [CHAPTER]: /^Sujet 1 - /,
  '/premium': "Votre compte a déjà l'accès Premium.",
  '/hors-ligne': 'Choisir un sujet',
}

const FOR_ADMINS: Pages = {
  '/admin': 'ACCÈS ADMIN NON AUTORISÉ',
  '/sujets-bac/upload': 'Ajouter le sujet',
  '/compte': 'Validation en deux étapes',
}

/** The pages of the dashboard, with few rows and the longest words that occur. */
const FOR_OWNERS: Pages = {
  '/admin': listedStudent.email,
  '/admin/ressources': 'Ressources (1)',
  '/admin/audit': 'Légitime',
  '/admin/bloques': 'Utilisateurs Bloqués (1)',
  '/admin/tableau-de-bord': '1 234 ouvertures',
  '/admin/parametres': 'Prix (DH)',
  '/admin/parametres/rentree': /^1\s234 comptes/,
  '/admin/demandes': 'Demandes (1)',
  '/admin/codes': 'Librairie Exemple, Rabat',
  '/admin/paiements': 'Virement bancaire',
  '/admin/fichiers-recus': 'Fichiers reçus (1)',
  '/admin/fiches': /^1 fiche écrite/,
  '/admin/signalements': 'Page illisible',
  '/admin/questions': /^Pourquoi la célérité/,
  '/admin/surveillance': 'Comptes à surveiller (2)',
  '/admin/exemplaires': "Code de l'exemplaire",
  '/admin/aide': /Activer un élève/,
  '/admin/nulle-part': "Cette section de l'administration n'existe pas.",
  '/sujets-bac': 'Gestion des sujets (1)',
}

const WITHOUT_LIST = ['/admin/exemplaires', '/admin/aide', '/admin/nulle-part']

test.use({ viewport: NARROWEST })
test.describe.configure({ mode: 'parallel' })

test('every address of the site is among the checked pages', () => {
  expect(Object.keys(FOR_VISITORS)).toEqual(expect.arrayContaining([...publicPages, ...personalPages]))
})

/**
 * Checks every page in the same tab. `npm test` loads the first, goes on inside the site, which costs a fraction, and
 * checks pages of one kind, which show the same, once. Some do not exist, or are about a refusal.
 */
async function areAccessible(person: Person, who: string, pages: Pages): Promise<void> {
  person.announces(/status of (400|403|404)/)
  const kinds = new Map(
    Object.entries(pages).map(([path, shows]) => [isLongRun ? path : String(shows), { path, shows }]),
  )
  for (const [index, { path, shows }] of [...kinds.values()].entries())
    await test.step(path, async () => {
      if (isLongRun || index === 0) await person.opens(path)
      else await person.page.evaluate(goTo, path)
      await person.sees(shows, { within: person.main })
      await checkAppearance(person.page, `${who}${path.replaceAll('/', '-')}`, { isPage: true })
    })
}

/** Goes to another page as the browser's buttons do, without loading the site again. */
function goTo(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Checks a page after each act of a person. Most of it is left to the long run. */
class Looks {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  inDialog(name: string): Locator {
    return this.#person.dialog.getByRole('button', { name, exact: true })
  }

  /** Checks the page once an act has brought something up. */
  async after(act: Promise<unknown>, shown: Locator | string | RegExp): Promise<void> {
    await act
    const isText = typeof shown === 'string' || shown instanceof RegExp
    const part = isText ? this.#person.page.getByText(shown).filter({ visible: true }).first() : shown
    await expect(part).toBeVisible()
    await checkAppearance(this.#person.page, `after ${String(shown)}`.replaceAll(/[^\w ]/g, ''), { at: part })
  }

  /** Opens a dialog, checks it, and expects the focus back on the button once it is closed. */
  async opens(opener: Locator, more?: () => Promise<void>, focused = opener): Promise<void> {
    await this.after(opener.click(), this.#person.dialog)
    await more?.()
    await this.#person.page.keyboard.press('Escape')
    await expect(this.#person.dialog).toBeHidden()
    await expect(focused).toBeFocused()
  }

  async opensDocument(opener: Locator): Promise<void> {
    await this.opens(opener, async () => {
      await this.#person.seesPage()
      await checkAppearance(this.#person.page, 'document')
    })
  }
}

test('the pages are accessible to a visitor', async ({ person }) => {
  await areAccessible(person, 'visitor', FOR_VISITORS)
})

test('the dialogs of a visitor are accessible', async ({ person }) => {
  const looks = new Looks(person)
  await person.opens(CHAPTER)
  // A page that does not run yet would not open a dialog.
  await person.hasLoaded()
  await looks.opens(person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first())
  if (!isLongRun) return
  await looks.after(person.page.getByLabel('Année').selectOption({ index: 2 }), /^\d sujets? sur \d$/)
  await looks.opens(
    person.page.getByRole('banner').getByRole('button', { name: 'Se connecter' }),
    async () => {
      const password = looks.inDialog('Recevoir un code')
      await looks.after(looks.inDialog('Se connecter').click(), 'Veuillez entrer une adresse email valide')
      await looks.after(looks.inDialog('Mot de passe oublié ?').click(), password)
      await looks.inDialog('Retour à la connexion').click()
      await looks.after(looks.inDialog('Créer un compte').click(), person.dialog)
    },
  )
  await looks.opens(person.button('Rechercher'), async () => {
    const field = person.dialog.getByRole('combobox')
    await looks.after(field.fill('ondes'), /^\d+ résultats$/)
    await looks.after(field.fill('quantique'), /^Aucun résultat/)
  })
  await looks.after(person.button('Ouvrir le menu').click(), person.button('Fermer le menu'))
  await person.page.keyboard.press('Escape')
  await expect(person.button('Ouvrir le menu')).toBeFocused()

  await person.opens('/premium')
  for (const question of await person.main.locator('summary').all()) await question.click()
  await checkAppearance(person.page, 'answers to questions')
  await person.opens('/videos-gratuites')
  await looks.opens(person.button(/^Regarder la vidéo/).first(), async () => {
    const isReady = (video: HTMLVideoElement) => video.readyState > 1
    await expect.poll(() => person.dialog.locator('video').evaluate(isReady)).toBe(true)
    await checkAppearance(person.page, 'video')
  })
})

test('the pages of a free student, their marks and forms are accessible', async ({ arrives, student }) => {
  const person = await arrives({}, student)
  const looks = new Looks(person)
  await areAccessible(person, 'free', FOR_FREE_STUDENTS)
  if (!isLongRun) return
  // This chapter has a free document: locked ones carry no marks.
  await person.opens('/science-math/ondes/1')
  await looks.after(person.main.getByRole('button', { name: 'Fait' }).click(), /^1 \/ 1 fait/)
  await looks.after(person.opens('/science-math'), '1 chapitre commencé sur 3')
  await looks.after(person.opensUserMenu(student.email), person.userMenu.getByText('Passer en Premium'))
  await person.userMenu.getByRole('link', { name: 'Mon compte' }).click()
  await looks.after(person.button('Changer le mot de passe').click(), 'Ce champ est obligatoire')
  await looks.opens(person.button('Supprimer mon compte'))
  await person.opens('/premium')
  await person.sees(student.email, { within: person.main })
  await person.main.getByRole('link', { name: "J'ai payé" }).click()
  await looks.after(person.button('Envoyer ma demande').click(), 'Ce champ est obligatoire')
})

test('the pages and the viewer of a Premium student are accessible', async ({ arrives, premiumStudent }) => {
  const person = await arrives({}, premiumStudent)
  const looks = new Looks(person)
  await areAccessible(person, 'premium', FOR_PREMIUM)
  await person.opens(subjectsPath('SM'))
  await looks.opensDocument(person.lightPaper)
  if (!isLongRun) return
  await person.opens(EXAM)
  await person.button("Commencer l'épreuve").click()
  await person.seesPage()
  await checkAppearance(person.page, 'running examination')
  await looks.after(person.page.keyboard.press('Escape'), 'Votre épreuve est en cours')
  await person.button("Terminer l'épreuve").click()
  await looks.after(looks.inDialog('Terminer').click(), person.heading('Je me note'))
  await looks.opensDocument(person.button('Voir le corrigé'))
})

test('the upload form and the refusal of the dashboard are accessible to an admin', async ({ arrives }) => {
  const person = await arrives({}, ADMIN)
  await areAccessible(person, 'admin', FOR_ADMINS)
  if (!isLongRun) return
  await person.opens('/sujets-bac/upload')
  await person.button('Ajouter le sujet').click()
  await expect(person.main.getByLabel('Année')).toBeFocused()
  await checkAppearance(person.page, 'upload with faults')
})

test.describe('an owner', () => {
  test.use({ as: OWNER })

  test('finds every page of the dashboard accessible, and its dialogs', async ({ person }) => {
    const looks = new Looks(person)
    await mockOwnerLists(person.page)
    await areAccessible(person, 'owner', FOR_OWNERS)
    await person.opens('/admin')
    const sections = person.page.getByRole('navigation', { name: "Sections de l'administration" })
    await sections.getByRole('button').click()
    const links = await sections
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('#')[0]))
    expect(Object.keys(FOR_OWNERS)).toEqual(expect.arrayContaining(links))
    await person.page.keyboard.press('Escape')

    const row = person.row(new RegExp(`^${listedStudent.email}`))
    const more = row.getByRole('button', { name: 'Autres actions' })
    const chooses = async (name: string, faults?: () => Promise<void>) => {
      await more.click()
      await looks.opens(row.getByRole('button', { name, exact: true }), faults, more)
    }
    await chooses('Paiement', async () => {
      await person.dialog.getByLabel('Date de fin').fill('2020-01-01')
      await person.dialog.getByLabel('Montant (DH)').fill('beaucoup')
      await looks.after(looks.inDialog('Enregistrer').click(), 'La date de fin est passée')
    })
    if (!isLongRun) return
    await looks.after(more.click(), row.getByRole('button', { name: 'Bloquer' }))
    await person.page.keyboard.press('Escape')
    await chooses('Supprimer')
    await chooses('Bloquer', () =>
      looks.after(looks.inDialog('Bloquer').click(), person.dialog.getByLabel('Raison')),
    )
    await person.opens('/admin/ressources')
    await looks.opens(person.button(`Supprimer ${resource.title}`))
    await looks.opens(person.main.getByRole('button', { name: 'Ajouter', exact: true }), () =>
      looks.after(
        looks.inDialog('Ajouter la Ressource').click(),
        person.dialog.getByLabel('Titre', { exact: true }),
      ),
    )
    const source = person.main.getByLabel('Importer depuis')
    for (const choice of ['Un fichier CSV', 'Un dossier Google Drive', 'Une liste de noms de fichiers'])
      await looks.after(source.selectOption(choice), source)
  })

  for (const content of isLongRun ? (['pending', 'failure', 'empty'] as const) : [])
    test(`finds the dashboard accessible while its lists are ${content}`, async ({ person }) => {
      person.announces(/status of 404/)
      await mockOwnerLists(person.page, content)
      for (const path of Object.keys(FOR_OWNERS).filter((one) => !WITHOUT_LIST.includes(one))) {
        await person.opens(path)
        if (content === 'pending') await person.sees(/\.\.\.$/)
        if (content === 'failure') await expect(person.alert.first()).toBeVisible()
        if (content === 'empty') await person.hasLoaded()
        await checkAppearance(person.page, `owner${path.replaceAll('/', '-')} ${content}`)
      }
    })
})
