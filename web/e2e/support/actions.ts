import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { routes } from '#shared/contract/routes.ts'
import { givenAnswer, LONG_EMAIL, ownerLists, resource, student } from './given-data.ts'
import { given } from './given-route.ts'
import type { Person } from './person.ts'
import type { Action, Sign } from './states.ts'

type Done = { as: string } & Action

const OWNER = { as: 'proprietaire@demo.bac', beside: ownerLists }
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** What the API itself says of a fault of its own. */
const FAILED = 'Une erreur est survenue. Veuillez réessayer plus tard.'
const FILE = 'un-fichier-pour-un-sujet-de-plus'

const CSV = {
  name: 'ressources-du-premier-semestre-toutes-filieres.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `track;theme;chapter;year;session;resourceType;type;title;file\r\n${TRACK_CODES[0]};ondes;1;2024;Normale;course;pdf;Cours;coming-soon\r\n`,
  ),
}

const inAlert = (text: string) => (person: Person) => person.alert.filter({ hasText: text })
/** Where the API's words, or the network's, are all there is to say. */
const FAILURES = { error: inAlert(FAILED), offline: inAlert(OFFLINE) }
const busyRow: Sign = (person) => person.page.locator('tr[aria-busy=true]')

const rowOf = (person: Person, email: string) => person.row(new RegExp(`^${email}`))
const press = (name: string) => (person: Person) => person.main.getByRole('button', { name }).click()
const confirm = (person: Person, name: string) =>
  person.dialog.getByRole('button', { name, exact: true }).click()
const isAsked = (person: Person) => person.dialog.isVisible()

/** Every action of the site with what shows each of its states. */
export const actions = {
  markDocuments: {
    as: 'premium@demo.bac',
    path: `/${TRACK_SLUGS[0]}/electricite/1`,
    beside: [givenAnswer('getChapter'), given(routes.listProgress, { items: [] })],
    does: (person) => person.main.getByRole('button', { name: 'Fait' }).first().click(),
    // Shown at once: nobody waits for the network to go on reading.
    loading: '1 / 3 fait',
    error: "Votre suivi n'a pas pu être enregistré.",
    offline: 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.',
    done: { theme: 'electricite', chapter: 1, marks: [{ id: 'doc-1', mark: 'done' }] },
    success: (person) => person.main.getByRole('button', { name: 'Fait', pressed: true }),
  },
  addSubject: {
    ...OWNER,
    path: '/sujets-bac/upload',
    does: async (person) => {
      await person.main.getByLabel('Année').fill('2024')
      await person.main.getByLabel('Fichier (URL ou ID Google Drive)').fill(FILE)
      await person.button('Ajouter le sujet').click()
    },
    ...FAILURES,
    loading: 'Ajout en cours...',
    success: 'Sujet du bac ajouté avec succès',
  },
  deleteSubject: {
    ...OWNER,
    path: '/sujets-bac',
    does: async (person) => {
      await press('Supprimer')(person)
      await confirm(person, 'Supprimer')
    },
    loading: 'Suppression...',
    error: 'Une erreur est survenue lors de la suppression du sujet',
    offline: 'Une erreur est survenue lors de la suppression du sujet',
    success: (person) => person.page.locator('h2:focus').filter({ hasText: 'Gestion des sujets' }),
  },
  setPremium: {
    ...OWNER,
    beside: [...ownerLists, given(routes.getUser, { ...student, isPremium: true })],
    path: '/admin',
    does: press('Rendre Premium'),
    loading: 'Mise à jour...',
    error: inAlert(`Erreur lors de la mise à jour: ${FAILED}`),
    offline: inAlert(`Erreur lors de la mise à jour: ${OFFLINE}`),
    done: { ...student, isPremium: true },
    success: `${student.email} : statut Premium confirmé`,
  },
  getUser: {
    ...OWNER,
    path: '/admin',
    does: (person) =>
      rowOf(person, student.email).getByRole('button', { name: 'Rafraîchir cet utilisateur' }).click(),
    loading: busyRow,
    error: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    offline: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    done: { ...student, isPremium: true },
    success: (person) => rowOf(person, student.email).getByRole('button', { name: 'Rendre Gratuit' }),
  },
  deleteUser: {
    ...OWNER,
    path: '/admin',
    does: async (person) => {
      await rowOf(person, student.email).getByRole('button', { name: 'Supprimer' }).click()
      await confirm(person, 'Supprimer')
    },
    loading: 'Suppression...',
    error: inAlert("Une erreur est survenue lors de la suppression de l'utilisateur"),
    offline: inAlert(`Une erreur est survenue lors de la suppression de l'utilisateur. ${OFFLINE}`),
    success: 'Utilisateur supprimé avec succès',
  },
  releaseSession: {
    ...OWNER,
    path: '/admin',
    does: async (person) => {
      if (!(await isAsked(person))) {
        await rowOf(person, student.email).getByRole('button', { name: 'Autres actions' }).click()
        await person.button('Session').click()
      }
      await confirm(person, 'Libérer la session')
    },
    ...FAILURES,
    loading: 'Libération en cours...',
    success: `${student.email} : session libérée`,
  },
  listPremium: {
    ...OWNER,
    path: '/admin',
    does: press('Exporter les Premium (CSV)'),
    ...FAILURES,
    loading: 'Export en cours... (0)',
    success: '1 ligne exportée',
  },
  blockEmail: {
    ...OWNER,
    path: '/admin/bloques',
    does: async (person) => {
      if (!(await isAsked(person))) await person.button('Bloquer une adresse').click()
      await person.dialog.getByLabel('Email').fill(student.email)
      await person.dialog.getByLabel('Raison').fill('Compte partagé')
      await confirm(person, 'Bloquer')
    },
    ...FAILURES,
    loading: 'Blocage en cours...',
    done: { email: student.email },
    success: `${student.email} : adresse bloquée`,
  },
  unblockEmail: {
    ...OWNER,
    path: '/admin/bloques',
    does: async (person) => {
      await press('Débloquer')(person)
      await confirm(person, 'Débloquer')
    },
    ...FAILURES,
    loading: 'Déblocage...',
    success: `${LONG_EMAIL} : adresse débloquée`,
  },
  syncUsers: {
    ...OWNER,
    path: '/admin/tableau-de-bord',
    does: press('Synchroniser les comptes'),
    ...FAILURES,
    loading: 'Synchronisation en cours...',
    done: { created: 2 },
    success: '2 profils créés.',
  },
  checkDocuments: {
    ...OWNER,
    path: '/admin/tableau-de-bord',
    does: press('Vérifier maintenant'),
    ...FAILURES,
    loading: 'Vérification en cours...',
    done: { checked: 102 },
    success: /^102 documents vérifiés sur/,
  },
  addResource: {
    ...OWNER,
    path: '/admin/ressources',
    does: async (person) => {
      const form = person.page.locator('form').filter({ hasText: 'Ajouter la Ressource' })
      await form.getByLabel('Titre', { exact: true }).fill(resource.title)
      await form.getByLabel('Fichier (URL ou ID Google Drive)').fill('coming-soon')
      await form.getByRole('button', { name: 'Ajouter la Ressource' }).click()
    },
    loading: 'Enregistrement en cours...',
    error: inAlert("Une erreur est survenue lors de l'enregistrement de la ressource"),
    offline: inAlert(OFFLINE),
    success: 'Ressource ajoutée avec succès',
  },
  updateResource: {
    ...OWNER,
    path: '/admin/ressources',
    does: async (person) => {
      if (!(await person.heading('Modifier la Ressource').isVisible())) await press('Modifier')(person)
      await person.button('Enregistrer les modifications').click()
    },
    loading: 'Enregistrement en cours...',
    error: inAlert("Une erreur est survenue lors de l'enregistrement de la ressource"),
    offline: inAlert(OFFLINE),
    success: 'Ressource modifiée avec succès',
  },
  deleteResource: {
    ...OWNER,
    path: '/admin/ressources',
    does: async (person) => {
      await press(`Supprimer ${resource.title}`)(person)
      await confirm(person, 'Supprimer')
    },
    loading: busyRow,
    error: inAlert('Une erreur est survenue lors de la suppression de la ressource'),
    offline: inAlert('Une erreur est survenue lors de la suppression de la ressource'),
    success: 'Ressource supprimée avec succès',
  },
  exportResources: {
    ...OWNER,
    path: '/admin/ressources',
    does: press('Exporter (CSV)'),
    loading: 'Export en cours...',
    ...FAILURES,
    done: `track;theme\r\n${TRACK_CODES[0]};ondes\r\n`,
    success: 'Ressources exportées',
  },
  importResources: {
    ...OWNER,
    path: '/admin/ressources',
    does: async (person) => {
      const goOn = person.button('Reprendre')
      if (await goOn.isVisible()) return goOn.click()
      await person.main.getByLabel('Déposez un fichier CSV ici').setInputFiles(CSV)
    },
    loading: 'Vérification en cours... 0 sur 1',
    ...FAILURES,
    done: { lines: [{ line: 2, outcome: 'created', errors: [] }], nextLine: null },
    success: /^1 ligne à créer/,
  },
  listFolder: {
    ...OWNER,
    beside: [
      ...ownerLists,
      given(routes.importResources, {
        lines: [{ line: 2, outcome: 'refused', errors: [{ path: 'chapter', message: 'Chapitre inconnu' }] }],
        nextLine: null,
      }),
    ],
    path: '/admin/ressources',
    does: async (person) => {
      await person.main.getByLabel('Importer depuis').selectOption('Un dossier Google Drive')
      await person.main.getByLabel('Adresse du dossier Google Drive').fill(FILE)
      await person.button('Lire le dossier').click()
    },
    ...FAILURES,
    loading: 'Lecture en cours... (0)',
    done: { items: [{ file: FILE, name: `${TRACK_CODES[0]}_ondes_1_2024_Normale_course.pdf`, size: 1 }] },
    success: 'Rapport de la vérification',
  },
} as const satisfies Partial<Record<RouteName, Done>>
