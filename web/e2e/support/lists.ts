import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { givenAnswer, ownerLists, payingStudent, student } from './given-data.ts'
import type { Person } from './person.ts'
import type { List } from './states.ts'

type Listed = { as: string | null } & List

const CHAPTER = `/${TRACK_SLUGS[0]}/electricite/1`
const LOADING = 'Chargement en cours...'
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** What the API itself says of a fault of its own. */
const FAILED = 'Une erreur est survenue. Veuillez réessayer plus tard.'

const OWNER = { as: 'proprietaire@demo.bac', beside: ownerLists }

/** The floating word of every page says it too; the list says it in its own place. */
const inAlert = (text: string) => (person: Person) => person.alert.filter({ hasText: text })
const offline = inAlert(OFFLINE)
const loading = LOADING

const opensSession = async (person: Person) => {
  await person
    .row(new RegExp(`^${student.email}`))
    .getByRole('button', { name: 'Autres actions' })
    .click()
  await person.button('Session').click()
}
const opensPaper = async (person: Person) => {
  await person.button('Voir').first().click()
  await expect(person.dialog).toBeVisible()
}

/** Every list of the site with what shows each of its states. */
export const lists = {
  listSubjects: {
    as: null,
    path: subjectsPath(TRACK_CODES[0]),
    loading,
    offline,
    error: inAlert('Une erreur est survenue lors du chargement des sujets'),
    success: (person) => person.row('2025').getByRole('link', { name: 'Passer en Premium' }),
    empty: { shows: 'Non disponible' },
  },
  getChapter: {
    as: null,
    path: CHAPTER,
    loading,
    offline,
    error: inAlert('Une erreur est survenue lors du chargement des ressources.'),
    success: /^Sujet 1 - 2024/,
    empty: { shows: 'Aucun sujet disponible pour ce chapitre.' },
  },
  listVideos: {
    as: null,
    path: '/videos-gratuites',
    loading,
    offline,
    error: inAlert('Erreur lors du chargement des ressources'),
    success: '2 vidéos gratuites disponibles',
    empty: { shows: 'Aucune vidéo gratuite disponible' },
  },
  listProgress: {
    as: 'premium@demo.bac',
    path: CHAPTER,
    beside: [givenAnswer('getChapter')],
    loading: '0 / 3 fait',
    offline: "Votre suivi n'a pas pu être chargé.",
    error: "Votre suivi n'a pas pu être chargé.",
    success: '1 / 3 fait, 1 à revoir',
    empty: { shows: '0 / 3 fait' },
  },
  getTicket: {
    as: 'premium@demo.bac',
    path: subjectsPath(TRACK_CODES[0]),
    opens: opensPaper,
    isReal: true,
    loading: 'Chargement du document...',
    offline,
    error: inAlert('Erreur lors du chargement du fichier sécurisé'),
    success: (person) => person.dialog.locator('canvas'),
    empty: {
      fate: { refuses: 'DOCUMENT_UNAVAILABLE' },
      shows: "Ce document n'est pas encore disponible. Il sera ajouté prochainement.",
    },
  },
  listManagedSubjects: {
    ...OWNER,
    path: '/sujets-bac',
    loading,
    offline,
    error: inAlert('Une erreur est survenue lors du chargement des sujets'),
    success: 'Gestion des sujets (1)',
    empty: { shows: 'Aucun sujet enregistré.' },
  },
  listUsers: {
    ...OWNER,
    path: '/admin',
    loading,
    offline,
    error: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    success: payingStudent.email,
    empty: { shows: 'Aucun utilisateur trouvé.' },
  },
  diagnoseSession: {
    ...OWNER,
    path: '/admin',
    opens: opensSession,
    loading,
    offline,
    error: inAlert(FAILED),
    success: /^Session active : un autre appareil peut se connecter après 42 s/,
    empty: {
      fate: { says: { active: false, lastActive: null, secondsLeft: null } },
      shows: 'Aucune session : ce compte peut se connecter.',
    },
  },
  listResources: {
    ...OWNER,
    path: '/admin/ressources',
    loading,
    offline,
    error: inAlert(FAILED),
    success: 'Ressources (1)',
    empty: { shows: 'Aucune ressource enregistrée.' },
  },
  listAudit: {
    ...OWNER,
    path: '/admin/audit',
    loading,
    offline,
    error: inAlert(FAILED),
    success: 'UPDATE_PREMIUM',
    empty: { shows: "Aucun log d'audit trouvé." },
  },
  listActivity: {
    ...OWNER,
    path: '/admin/audit',
    loading,
    offline,
    error: inAlert(FAILED),
    success: 'Légitime',
    empty: { shows: 'Aucune activité suspecte détectée.' },
  },
  listBlocked: {
    ...OWNER,
    path: '/admin/bloques',
    loading,
    offline,
    error: inAlert(FAILED),
    success: 'Utilisateurs Bloqués (1)',
    empty: { shows: 'Aucun utilisateur bloqué' },
  },
  getOverview: {
    ...OWNER,
    path: '/admin/tableau-de-bord',
    loading,
    offline,
    error: inAlert(FAILED),
    success: /^2 sujets manquants/,
    empty: {
      fate: { says: { ...(givenAnswer('getOverview').says as object), missingSubjects: [], subjects: 108 } },
      shows: 'Tous les sujets sont en ligne.',
    },
  },
  listBrokenDocuments: {
    ...OWNER,
    path: '/admin/tableau-de-bord',
    loading,
    offline,
    error: inAlert(FAILED),
    success: 'Introuvable, ou non partagé avec le compte de service',
    empty: {
      fate: { says: { items: [], checkedAt: student.createdAt } },
      shows: 'Aucun document en défaut.',
    },
  },
} as const satisfies Partial<Record<RouteName, Listed>>
