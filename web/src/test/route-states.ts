import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import { LONG_EMAIL, payingStudent, sampleAnswer, student } from '#shared/contract/page-answers.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { sampleCopy, sampleSettings } from '#shared/entities/samples.ts'
import { chooseAction, confirm, fill, main, press, rowOf, type Step } from './gestures.ts'

/** The end of a call; `pending`: none yet. */
export type Outcome = 'pending' | 'no network' | 'failure' | { answer: unknown }

/** The sign of a state: a part of a text, or an element. */
export type Sign = string | RegExp | (() => Element | null | undefined | readonly Element[])

/** A page that uses a route, and the signs by which it differs from other pages (states.test.tsx). */
type Met = {
  /** @default owner */
  as?: 'visitor' | 'free' | 'premium' | 'owner'
  path: string
  loading?: Sign
  error?: Sign
  offline?: Sign
  success: Sign
}

/** A route that a page reads. */
export type Reading = Met & {
  /** Opens the list where its page alone does not. */
  open?: Step
  /** The list of the page that must have been answered before this one appears. */
  within?: RouteName
  empty: Sign
  /** @default an answer without items */
  emptyAnswer?: object
}

/** A route that changes something, or reads on request. */
export type Change = Met & {
  /** Starts from the page as it was opened or as the earlier attempt left it. */
  attempt: readonly Step[]
  /** Replaces parts of the contract's sample in a good answer; a string for CSV. */
  answer?: object | string
}

const REMOVED_CARDS = ['revokeCardBatch', 'revokeCard', 'undoCard'] as const
const [TRACK] = TRACK_CODES
const CHAPTER = `/${TRACK_SLUGS[0]}/electricite/1`
const OVERVIEW = '/admin/tableau-de-bord'
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const FILE_FIELD = 'Fichier (URL ou ID Google Drive)'
/** Shown wherever no answer came, with or without a network. */
const noAnswer = (text: string) => ({ error: text, offline: text })

const inOverview = { path: OVERVIEW, within: 'getOverview' } as const
const emptyRanking = { opened: [], unopened: [], unopenedCount: 0 }
const emptyRankings = { papers: emptyRanking, chapters: emptyRanking, videos: emptyRanking }
const completeSite = { ...(sampleAnswer('getOverview') as object), missingSubjects: [] }
const unusedDrive = { state: 'unused', account: null }
const noSession = { active: false, lastActive: null, secondsLeft: null }
const neverPublished = { state: 'never', publishedAt: null, filesWritten: 0 }
const busyRow: Sign = () => document.querySelector('tr[aria-busy=true]')

/** Pages with a list, or anything else that they request by themselves. */
export const readings: Partial<Record<RouteName, Reading>> = {
  listSubjects: {
    as: 'visitor',
    path: subjectsPath(TRACK),
    success: () => rowOf('2025')?.querySelector('a[href="/premium"]'),
    empty: 'Non disponible',
  },
  getChapter: { as: 'visitor', path: CHAPTER, success: /^Sujet 1 - 2024/, empty: 'Aucun sujet disponible' },
  listVideos: { as: 'visitor', path: '/videos-gratuites', success: '2 vidéos', empty: 'Aucune vidéo' },
  listProgress: {
    as: 'premium',
    path: CHAPTER,
    loading: '0 / 3 fait',
    ...noAnswer("Votre suivi n'a pas pu être chargé."),
    success: '1 / 3 fait, 1 à revoir',
    empty: '0 / 3 fait',
  },
  listOwnPaymentRequests: {
    as: 'free',
    path: '/premium',
    // The offer stands there at once, whatever has become of earlier payments.
    loading: '250 DH',
    success: /est en attente$/,
    empty: '250 DH',
  },
  listOwnDays: {
    as: 'premium',
    path: '/compte',
    loading: 'Utilisation du compte',
    success: 'Votre compte a beaucoup servi',
    empty: "Votre compte n'a pas servi",
  },
  listManagedSubjects: { path: '/sujets-bac', success: 'Gestion des sujets (1)', empty: 'Aucun sujet' },
  listUsers: { path: '/admin', success: LONG_EMAIL, empty: 'Aucun utilisateur trouvé.' },
  diagnoseSession: {
    path: '/admin',
    open: chooseAction('Session', student.email),
    success: /peut se connecter après 42 s/,
    empty: 'Aucune session',
    emptyAnswer: noSession,
  },
  listResources: { path: '/admin/ressources', success: 'Ressources (1)', empty: 'Aucune ressource' },
  listAudit: { path: '/admin/audit', success: 'UPDATE_PREMIUM', empty: "Aucun log d'audit trouvé." },
  listActivity: {
    path: '/admin/audit',
    // One spinner stands for both tables.
    loading: 'Chargement en cours...',
    success: 'Légitime',
    empty: 'Aucune activité suspecte',
  },
  listBlocked: { path: '/admin/bloques', success: 'Bloqués (1)', empty: 'Aucun utilisateur bloqué' },
  getOverview: {
    path: OVERVIEW,
    success: /^2 sujets manquants/,
    empty: 'Tous les sujets sont en ligne.',
    emptyAnswer: completeSite,
  },
  getPublication: {
    ...inOverview,
    success: /^Dernière publication : .* 7 fichiers modifiés\.$/,
    empty: 'Aucune publication',
    emptyAnswer: neverPublished,
  },
  rankOpenings: {
    ...inOverview,
    success: '1 234 ouvertures',
    empty: 'Aucune ouverture',
    emptyAnswer: emptyRankings,
  },
  getPracticeStatistics: {
    ...inOverview,
    success: '1 élève, 1 copie notée',
    empty: 'Aucun examen blanc',
    emptyAnswer: { papers: [], exercises: [] },
  },
  getDriveAccess: {
    ...inOverview,
    success: /^Le site lit les documents partagés/,
    empty: /^Ce site n'a pas de compte de service/,
    emptyAnswer: unusedDrive,
  },
  listBrokenDocuments: { ...inOverview, success: 'Introuvable', empty: 'Aucun document en défaut.' },
  listWatched: { path: '/admin/surveillance', success: 'Comptes à surveiller (2)', empty: 'Aucun compte' },
  getStoredSettings: {
    path: '/admin/parametres',
    success: 'Prix (DH)',
    empty: /^Aucune date/,
    emptyAnswer: { ...sampleSettings, exams: [] },
  },
  listPremiumEnds: { path: '/admin/parametres/rentree', success: /^1\s234 comptes/, empty: /^Aucun compte/ },
  listPaymentRequests: { path: '/admin/demandes', success: /^Demandes \(1\)$/, empty: 'Aucune demande' },
  listCardBatches: { path: '/admin/codes', success: 'Librairie Exemple', empty: 'Aucun lot de cartes' },
  listPayments: { path: '/admin/paiements', success: 'Virement bancaire', empty: 'Aucun paiement' },
  listQuestions: { path: '/admin/questions', success: 'Pourquoi la célérité', empty: 'Aucune question' },
  listInbox: {
    path: '/admin/fichiers-recus',
    success: 'Fichiers reçus (1)',
    empty: "Aucun fichier n'attend.",
  },
  listSheets: { path: '/admin/fiches', success: /^1 fiche écrite/, empty: /^0 fiche écrite/ },
  listReports: {
    path: '/admin/signalements',
    success: 'Page illisible',
    empty: 'Aucun signalement nouveau.',
  },
}

/** Pages with a change. Those of one page are made one after the other, and removals at the end. */
export const changes: Partial<Record<RouteName, Change>> = {
  withdrawPayment: {
    as: 'free',
    path: '/premium',
    attempt: [press('Retirer'), confirm('Retirer')],
    success: 'Votre demande est retirée.',
  },
  markDocuments: {
    as: 'premium',
    path: CHAPTER,
    attempt: [press('Fait', -1)],
    // The mark is shown at once, so that reading goes on without the network.
    loading: '2 / 3 faits, 1 à revoir',
    error: "Votre suivi n'a pas pu être enregistré.",
    offline: 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.',
    answer: { marks: ['doc-1', 'doc-3'].map((id) => ({ id, mark: 'done' })) },
    success: () => main().querySelectorAll('[aria-pressed=true]')[1],
  },
  getPersonalData: {
    as: 'premium',
    path: '/compte',
    attempt: [press('Télécharger mes données')],
    success: 'Vos données sont dans le fichier mes-donnees.json.',
  },
  addSubject: {
    path: '/sujets-bac/upload',
    attempt: [fill('Année', '2024'), fill(FILE_FIELD, FILE), press('Ajouter le sujet')],
    success: 'Sujet du bac ajouté avec succès',
  },
  deleteSubject: {
    path: '/sujets-bac',
    attempt: [press(/^Supprimer/), confirm('Supprimer')],
    ...noAnswer('Une erreur est survenue lors de la suppression du sujet'),
    success: 'Sujet supprimé avec succès',
  },
  setPremium: {
    path: '/admin',
    attempt: [chooseAction('Rendre Gratuit', LONG_EMAIL)],
    answer: { ...payingStudent, isPremium: false },
    success: `${LONG_EMAIL} : statut Gratuit confirmé`,
  },
  getUser: {
    path: '/admin',
    attempt: [chooseAction('Rafraîchir cet utilisateur', student.email)],
    loading: busyRow,
    ...noAnswer('Une erreur est survenue lors du chargement des utilisateurs'),
    answer: { ...student, isPremium: true },
    success: () => rowOf(`${student.email}Premium`),
  },
  releaseSession: {
    path: '/admin',
    attempt: [chooseAction('Session', student.email), confirm('Libérer la session')],
    success: `${student.email} : session libérée`,
  },
  endUserSignIns: {
    path: '/admin/surveillance',
    attempt: [press('Terminer les sessions'), confirm('Terminer')],
    success: `${student.email} : sessions terminées`,
  },
  deleteUser: {
    path: '/admin',
    attempt: [chooseAction('Supprimer', student.email), confirm('Supprimer')],
    success: 'Utilisateur supprimé avec succès',
  },
  decidePaymentRequest: {
    path: '/admin/demandes',
    attempt: [press(/^Activer jusqu'au/)],
    answer: { email: LONG_EMAIL, status: 'approved', premiumLastDay: payingStudent.premiumLastDay },
    success: `${LONG_EMAIL} : Premium activé jusqu'au 10 juillet 2099`,
  },
  searchInbox: {
    path: '/admin/fichiers-recus',
    attempt: [press('Chercher maintenant')],
    success: 'Recherche terminée',
  },
  decideInboxFile: {
    path: '/admin/fichiers-recus',
    attempt: [press(/^Ignorer/)],
    loading: busyRow,
    answer: { document: null },
    success: 'Fichier ignoré',
  },
  updateSettings: {
    path: '/admin/parametres',
    attempt: [fill('Prix (DH)', '300'), press('Enregistrer')],
    answer: { ...sampleSettings, priceDh: 300, version: 1 },
    success: 'Paramètres enregistrés',
  },
  blockEmail: {
    path: '/admin/bloques',
    attempt: [
      press('Bloquer une adresse'),
      fill('Email', student.email),
      fill('Raison', 'Compte partagé'),
      confirm('Bloquer'),
    ],
    answer: { email: student.email, sameMailbox: [] },
    success: `${student.email} : adresse bloquée`,
  },
  unblockEmail: {
    path: '/admin/bloques',
    attempt: [press(/^Débloquer/), confirm('Débloquer')],
    success: `${LONG_EMAIL} : adresse débloquée`,
  },
  orderPublication: {
    path: OVERVIEW,
    attempt: [press('Publier à nouveau')],
    answer: { state: 'requested', publishedAt: null, filesWritten: 0 },
    success: /^Dernière publication :/,
  },
  syncUsers: {
    path: OVERVIEW,
    attempt: [press('Synchroniser les comptes')],
    answer: { created: 2 },
    success: '2 profils créés.',
  },
  checkDocuments: {
    path: OVERVIEW,
    attempt: [press('Vérifier maintenant')],
    answer: { checked: 102 },
    success: /^102 documents vérifiés sur/,
  },
  addResource: {
    path: '/admin/ressources',
    attempt: [
      press('Ajouter'),
      fill('Titre', 'Dipôle RC'),
      fill(FILE_FIELD, 'coming-soon'),
      confirm('Ajouter la Ressource'),
    ],
    success: 'Ressource ajoutée avec succès',
  },
  updateResource: {
    path: '/admin/ressources',
    attempt: [press(/^Modifier/), confirm('Enregistrer les modifications')],
    success: 'Ressource modifiée avec succès',
  },
  exportResources: {
    path: '/admin/ressources',
    attempt: [press('Exporter (CSV)')],
    answer: `track;theme\r\n${TRACK};ondes\r\n`,
    success: 'Ressources exportées',
  },
  listFolder: {
    path: '/admin/ressources',
    attempt: [
      fill('Importer depuis', 'folder'),
      fill('Adresse du dossier Google Drive', FILE),
      press('Lire le dossier'),
    ],
    answer: {
      items: [{ file: FILE, name: `${TRACK}_ondes_1_2024_Normale_course.pdf`, size: 1, unusable: null }],
    },
    success: 'Rapport de la vérification',
  },
  deleteResource: {
    path: '/admin/ressources',
    attempt: [press(/^Supprimer/), confirm('Supprimer')],
    loading: busyRow,
    ...noAnswer('Une erreur est survenue lors de la suppression de la ressource'),
    success: 'Ressource supprimée avec succès',
  },
  lookUpCopy: {
    path: '/admin/exemplaires',
    attempt: [fill("Code de l'exemplaire", sampleCopy.code), press('Rechercher')],
    success: 'Exemplaire trouvé',
  },
}

/** Other tests with the states of a route, by their path from web. */
export const elsewhere: Readonly<Record<string, readonly RouteName[]>> = {
  'src/features/account/account-parts.test.tsx': ['setPreferences', 'endSignIns', 'deleteAccount'],
  'src/features/account/own-questions.test.tsx': ['listOwnQuestions'],
  'src/features/account/account-page.test.tsx': ['recordSecondFactor'],
  'src/features/admin/cards/cards-page.test.tsx': ['listCards', 'createCardBatch', ...REMOVED_CARDS],
  'src/features/admin/notices.test.tsx': ['listNotices', 'acknowledgeNotice'],
  'src/features/admin/payments/requests-page.test.tsx': ['getReceipt'],
  'src/features/admin/questions/question-queue.test.tsx': ['answerQuestion'],
  'src/features/admin/reports/reports-page.test.tsx': ['updateReport'],
  'src/features/admin/resources/drive-field.test.tsx': ['checkReference'],
  'src/features/admin/resources/import/import-run.test.tsx': ['importResources', 'importSubjects'],
  'src/features/admin/sheets/sheet-editor.test.tsx': ['getStoredSheet', 'setSheet'],
  'src/features/cards/activate-page.test.tsx': ['redeemCard'],
  'src/features/exercises/exercises-page.test.tsx': ['getExercises', 'readProposals', 'setExercises'],
  'src/features/mock-exam/mock-exam-page.test.tsx': ['listPractice', 'startMockExam', 'updateMockExam'],
  'src/features/premium/payment-area.test.tsx': ['declarePayment', 'correctPayment', 'attachReceipt'],
  'src/features/revisions/revisions-page.test.tsx': ['listExercises'],
  'src/features/subjects/paper-page.test.tsx': ['getSubject', 'markPaper', 'getExerciseHelp'],
  'src/features/viewer/report-dialog.test.tsx': ['listOwnReports', 'reportError'],
  'src/features/viewer/viewer-dialog.test.tsx': ['getTicket'],
  'src/lib/auth/session.test.ts': ['claimSession', 'readSession', 'renewSession', 'clearSession'],
  'src/lib/auth/sign-up-proofs.test.ts': ['getSignUpChallenge'],
  'e2e/questions.spec.ts': ['askQuestion'],
}

/** Routes without states of their own, with the reason. */
export const stateless: Partial<Record<RouteName, string>> = {
  getHealth: 'only monitors call it',
  getSheet: 'the page of a chapter has it in its HTML',
  getSettings: 'pages start from those of the last publication',
  getResource: 'the list holds every field',
  exportSubjects: 'the button of exportResources sends it too',
}
