import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { sampleCopy, sampleSettings } from '#shared/entities/samples.ts'
import { LONG_EMAIL, payingStudent, sampleAnswer, student } from '#shared/test-support/page-answers.ts'
import { chooseAction, confirm, fill, main, press, rowOf, type Step } from './gestures.ts'

/** The sign of a state: a part of a text, or an element. */
export type Sign = string | RegExp | (() => Element | null | undefined | readonly Element[])

/** The reader of a page, the owner by default, and signs that differ from those of other pages (states.test.tsx). */
type Met = { as?: 'visitor' | 'free' | 'premium' | 'owner'; loading?: Sign; error?: Sign; offline?: Sign }

/**
 * A list, or anything else that a page reads.
 * - `open` opens it where its page alone does not.
 * - `within`: the list of the page that must have been answered before.
 * - `emptyAnswer` stands for an answer without items.
 */
export type Reading = readonly [
  path: string,
  success: Sign,
  empty: Sign,
  more?: Met & { open?: Step; within?: RouteName; emptyAnswer?: object },
]

/**
 * A change, or anything that a page reads on request.
 * - The attempt starts from the page as it was opened, or as the earlier attempt left it.
 * - `answer` replaces parts of the contract's sample; a string for CSV.
 */
export type Change = readonly [
  path: string,
  attempt: readonly Step[],
  success: Sign,
  more?: Met & { answer?: object | string },
]

const REMOVED_CARDS = ['revokeCardBatch', 'revokeCard', 'undoCard'] as const
const [TRACK] = TRACK_CODES
const CHAPTER = `/${TRACK_SLUGS[0]}/electricite/1`
const OVERVIEW = '/admin/tableau-de-bord'
const RESOURCES = '/admin/ressources'
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const FILE_FIELD = 'Fichier (URL ou ID Google Drive)'
const folder = [{ file: FILE, name: `${TRACK}_ondes_1_2024_Normale_course.pdf`, size: 1, unusable: null }]

const visitor = { as: 'visitor' } as const
const free = { as: 'free' } as const
const premium = { as: 'premium' } as const
const inOverview = { within: 'getOverview' } as const
const emptyRanking = { opened: [], unopened: [], unopenedCount: 0 }
const emptyRankings = { papers: emptyRanking, chapters: emptyRanking, videos: emptyRanking }
const completeSite = { ...(sampleAnswer('getOverview') as object), missingSubjects: [] }
const noSession = { active: false, lastActive: null, secondsLeft: null }
const neverPublished = { state: 'never', publishedAt: null, filesWritten: 0 }

/** Shown wherever no answer came, with or without a network. */
const noAnswer = (text: string) => ({ error: text, offline: text })
const busyRow: Sign = () => document.querySelector('tr[aria-busy=true]')

export const readings: Partial<Record<RouteName, Reading>> = {
  listSubjects: [subjectsPath(TRACK), () => rowOf('2025')?.querySelector('a'), 'Non disponible', visitor],
  getChapter: [CHAPTER, /^Sujet 1 - 2024/, 'Aucun sujet disponible', visitor],
  listVideos: ['/videos-gratuites', '1 vidéo gratuite disponible', 'Aucune vidéo', visitor],
  listProgress: [
    CHAPTER,
    '1 / 3 fait, 1 à revoir',
    '0 / 3 fait',
    { ...premium, loading: '0 / 3 fait', ...noAnswer("Votre suivi n'a pas pu être chargé.") },
  ],
  // The offer stands there at once, whatever has become of earlier payments.
  listOwnPaymentRequests: ['/premium', /est en attente$/, '250 DH', { ...free, loading: '250 DH' }],
  listOwnDays: [
    '/compte',
    'Votre compte a beaucoup servi',
    "Votre compte n'a pas servi",
    { ...premium, loading: 'Utilisation du compte' },
  ],
  listManagedSubjects: ['/sujets-bac', 'Gestion des sujets (1)', 'Aucun sujet'],
  listUsers: ['/admin', LONG_EMAIL, 'Aucun utilisateur trouvé.'],
  diagnoseSession: [
    '/admin',
    /peut se connecter après 42 s/,
    'Aucune session',
    { open: chooseAction('Session', student.email), emptyAnswer: noSession },
  ],
  listResources: [RESOURCES, 'Ressources (1)', 'Aucune ressource'],
  listAudit: ['/admin/audit', 'UPDATE_PREMIUM', "Aucun log d'audit trouvé."],
  // One spinner stands for both tables.
  listActivity: ['/admin/audit', 'Légitime', 'Aucune activité', { loading: 'Chargement en cours...' }],
  listBlocked: ['/admin/bloques', 'Bloqués (1)', 'Aucun utilisateur bloqué'],
  getOverview: [OVERVIEW, /^2 sujets manquants/, 'Tous les sujets', { emptyAnswer: completeSite }],
  getPublication: [
    OVERVIEW,
    / 7 fichiers modifiés\.$/,
    'Aucune publication',
    { ...inOverview, emptyAnswer: neverPublished },
  ],
  rankOpenings: [
    OVERVIEW,
    '1 234 ouvertures',
    'Aucune ouverture',
    { ...inOverview, emptyAnswer: emptyRankings },
  ],
  getPracticeStatistics: [
    OVERVIEW,
    '1 élève, 1 copie notée',
    'Aucun examen blanc',
    { ...inOverview, emptyAnswer: { papers: [], exercises: [] } },
  ],
  getDriveAccess: [
    OVERVIEW,
    /^Le site lit les documents partagés/,
    /^Ce site n'a pas de compte de service/,
    { ...inOverview, emptyAnswer: { state: 'unused', account: null } },
  ],
  listBrokenDocuments: [OVERVIEW, 'Introuvable', 'Aucun document en défaut.', inOverview],
  listWatched: ['/admin/surveillance', 'Comptes à surveiller (2)', 'Aucun compte'],
  getStoredSettings: [
    '/admin/parametres',
    'Prix (DH)',
    /^Aucune date/,
    { emptyAnswer: { ...sampleSettings, exams: [] } },
  ],
  listPremiumEnds: ['/admin/parametres/rentree', /^1\s234 comptes/, /^Aucun compte/],
  listPaymentRequests: ['/admin/demandes', /^Demandes \(1\)$/, 'Aucune demande'],
  listCardBatches: ['/admin/codes', 'Librairie Exemple', 'Aucun lot de cartes'],
  listPayments: ['/admin/paiements', 'Virement bancaire', 'Aucun paiement'],
  listQuestions: ['/admin/questions', 'Pourquoi la célérité', 'Aucune question'],
  listInbox: ['/admin/fichiers-recus', 'Fichiers reçus (1)', "Aucun fichier n'attend."],
  listSheets: ['/admin/fiches', /^1 fiche écrite/, /^0 fiche écrite/],
  listReports: ['/admin/signalements', 'Page illisible', 'Aucun signalement nouveau.'],
}

/** The changes of one page are made one after the other, and removals at the end. */
export const changes: Partial<Record<RouteName, Change>> = {
  withdrawPayment: ['/premium', [press('Retirer'), confirm('Retirer')], 'Votre demande est retirée.', free],
  markDocuments: [
    CHAPTER,
    [press('Fait', -1)],
    () => main().querySelectorAll('[aria-pressed=true]')[1],
    {
      ...premium,
      // The mark is shown at once, so that reading goes on without the network.
      loading: '2 / 3 faits, 1 à revoir',
      error: "Votre suivi n'a pas pu être enregistré.",
      offline: 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.',
      answer: { marks: ['doc-1', 'doc-3'].map((id) => ({ id, mark: 'done' })) },
    },
  ],
  getPersonalData: [
    '/compte',
    [press('Télécharger mes données')],
    'Vos données sont dans le fichier mes-donnees.json.',
    premium,
  ],
  addSubject: [
    '/sujets-bac/upload',
    [fill('Année', '2024'), fill(FILE_FIELD, FILE), press('Ajouter le sujet')],
    'Sujet du bac ajouté avec succès',
  ],
  deleteSubject: [
    '/sujets-bac',
    [press(/^Supprimer/), confirm('Supprimer')],
    'Sujet supprimé avec succès',
    noAnswer('Une erreur est survenue lors de la suppression du sujet'),
  ],
  setPremium: [
    '/admin',
    [chooseAction('Rendre Gratuit', LONG_EMAIL), confirm('Rendre Gratuit')],
    `${LONG_EMAIL} : statut Gratuit confirmé`,
    { answer: { ...payingStudent, isPremium: false } },
  ],
  addPayment: [
    '/admin',
    [chooseAction('Autre paiement', LONG_EMAIL), confirm('Noter le paiement')],
    `${LONG_EMAIL} : paiement noté`,
  ],
  cancelPayment: [
    '/admin/paiements',
    [press(/^Annuler/), confirm('Annuler la ligne')],
    'Paiement annulé',
    { loading: busyRow },
  ],
  getUser: [
    '/admin',
    [chooseAction('Rafraîchir cet utilisateur', student.email)],
    () => rowOf(`${student.email}Premium`),
    {
      loading: busyRow,
      ...noAnswer('Une erreur est survenue lors du chargement des utilisateurs'),
      answer: { ...student, isPremium: true },
    },
  ],
  releaseSession: [
    '/admin',
    [chooseAction('Session', student.email), confirm('Libérer la session')],
    `${student.email} : session libérée`,
  ],
  endUserSignIns: [
    '/admin/surveillance',
    [press('Terminer les sessions'), confirm('Terminer')],
    `${student.email} : sessions terminées`,
  ],
  deleteUser: [
    '/admin',
    [chooseAction('Supprimer', student.email), confirm('Supprimer')],
    'Utilisateur supprimé avec succès',
  ],
  decidePaymentRequest: [
    '/admin/demandes',
    [press(/^Activer jusqu'au/)],
    `${LONG_EMAIL} : Premium activé jusqu'au 10 juillet 2099`,
    { answer: { email: LONG_EMAIL, status: 'approved', premiumLastDay: payingStudent.premiumLastDay } },
  ],
  searchInbox: ['/admin/fichiers-recus', [press('Chercher maintenant')], 'Recherche terminée'],
  decideInboxFile: [
    '/admin/fichiers-recus',
    [press(/^Ignorer/)],
    'Fichier ignoré',
    { loading: busyRow, answer: { document: null } },
  ],
  updateSettings: [
    '/admin/parametres',
    [fill('Prix (DH)', '300'), press('Enregistrer')],
    'Paramètres enregistrés',
    { answer: { ...sampleSettings, priceDh: 300, version: 1 } },
  ],
  blockEmail: [
    '/admin/bloques',
    [
      press('Bloquer une adresse'),
      fill('Email', student.email),
      fill('Raison', 'Compte partagé'),
      confirm('Bloquer'),
    ],
    `${student.email} : adresse bloquée`,
    { answer: { email: student.email, sameMailbox: [] } },
  ],
  unblockEmail: [
    '/admin/bloques',
    [press(/^Débloquer/), confirm('Débloquer')],
    `${LONG_EMAIL} : adresse débloquée`,
  ],
  orderPublication: [
    OVERVIEW,
    [press('Publier à nouveau')],
    /^Dernière publication :/,
    { answer: { state: 'requested', publishedAt: null, filesWritten: 0 } },
  ],
  syncUsers: [OVERVIEW, [press(/^Synchroniser/)], '2 profils créés.', { answer: { created: 2 } }],
  checkDocuments: [
    OVERVIEW,
    [press('Vérifier maintenant')],
    /^102 documents vérifiés sur/,
    { answer: { checked: 102 } },
  ],
  addResource: [
    RESOURCES,
    [
      press('Ajouter'),
      fill('Titre', 'Dipôle RC'),
      fill(FILE_FIELD, 'coming-soon'),
      confirm('Ajouter la Ressource'),
    ],
    'Ressource ajoutée avec succès',
  ],
  updateResource: [
    RESOURCES,
    [press(/^Modifier/), confirm('Enregistrer les modifications')],
    'Ressource modifiée avec succès',
  ],
  exportResources: [
    RESOURCES,
    [press('Exporter (CSV)')],
    'Ressources exportées',
    { answer: `track;theme\r\n${TRACK};ondes\r\n` },
  ],
  listFolder: [
    RESOURCES,
    [
      fill('Importer depuis', 'folder'),
      fill('Adresse du dossier Google Drive', FILE),
      press('Lire le dossier'),
    ],
    'Rapport de la vérification',
    { answer: { items: folder } },
  ],
  deleteResource: [
    RESOURCES,
    [press(/^Supprimer/), confirm('Supprimer')],
    'Ressource supprimée avec succès',
    { loading: busyRow, ...noAnswer('Une erreur est survenue lors de la suppression de la ressource') },
  ],
  lookUpCopy: [
    '/admin/exemplaires',
    [fill("Code de l'exemplaire", sampleCopy.code), press('Rechercher')],
    'Exemplaire trouvé',
  ],
}

/** Other tests with the states of a route, by their path from web. */
export const elsewhere: Readonly<Record<string, readonly RouteName[]>> = {
  'src/features/account/account-settings.test.tsx': [
    'setPreferences',
    'endSignIns',
    'deleteAccount',
    'listOwnQuestions',
  ],
  'src/features/account/account-page.test.tsx': ['recordSecondFactor'],
  'src/features/admin/cards/cards-page.test.tsx': ['listCards', 'createCardBatch', ...REMOVED_CARDS],
  'src/features/admin/notices.test.tsx': ['listNotices', 'acknowledgeNotice'],
  'src/features/admin/payments/requests-page.test.tsx': ['getReceipt'],
  'src/features/admin/users/premium-change.test.tsx': ['movePremium'],
  'src/features/admin/questions/question-queue.test.tsx': ['answerQuestion'],
  'src/features/admin/reports/reports-page.test.tsx': ['updateReport', 'closeReports'],
  'src/features/admin/resources/resource-dialog.test.tsx': ['checkReference'],
  'src/features/admin/resources/import/import-panel.test.tsx': ['importResources', 'importSubjects'],
  'src/features/admin/sheets/sheet-editor.test.tsx': ['getStoredSheet', 'setSheet'],
  'src/features/cards/activate-page.test.tsx': ['redeemCard'],
  'src/features/practice/exercises/exercises-page.test.tsx': [
    'getExercises',
    'readProposals',
    'setExercises',
  ],
  'src/features/practice/mock-exam/mock-exam-page.test.tsx': [
    'listPractice',
    'startMockExam',
    'updateMockExam',
  ],
  'src/features/premium/payment-area.test.tsx': ['declarePayment', 'correctPayment', 'attachReceipt'],
  'src/features/practice/plan/revisions-page.test.tsx': ['listExercises'],
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
