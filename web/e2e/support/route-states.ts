import { expect, type Locator } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import { problems } from '#shared/contract/problems.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { sampleCopy, sampleSettings } from '#shared/entities/samples.ts'
import type { Outcome } from './mocked-route.ts'
import type { Person } from './person.ts'
import { LONG_EMAIL, payingStudent, resource, sampleAnswer, student } from './sample-answers.ts'

/** The sign of a state: a text, or an element. */
export type Sign = string | RegExp | ((person: Person) => Locator)

/** Follows a link of the site to another page, which then requests the content of its own HTML. */
function follows(path: string) {
  return async (person: Person): Promise<void> => {
    await person.isVisitor()
    await person.page
      .locator(`a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
  }
}

/** A page that uses a route, and the signs by which it differs from the default of pages ({@link defaultSigns}). */
type Met = {
  /** A demo account; the owner if it is missing, a visitor if it is null. */
  as?: string | null
  path: string
  /** Answers of other routes, in addition to those of the owner's lists. */
  beside?: Partial<Record<RouteName, unknown>>
  loading?: Sign
  offline?: Sign
  error?: Sign
  success: Sign
}

/** A route that a page reads. */
export type Reading = Met & {
  /** Opens the list where its page alone does not. */
  open?: (person: Person) => Promise<void>
  /** The list of the page that must have been answered before this one appears. */
  within?: RouteName
  /** True to show the product's own answer in place of the sample. */
  isReal?: boolean
  empty: Sign
  /** @default an answer without items */
  emptyOutcome?: Outcome
}

/** A route that changes something, or reads on request. */
export type Change = Met & {
  /** Starts from the page as it was opened or as the earlier attempt left it. */
  attempt: (person: Person) => Promise<void>
  /** Replaces parts of the contract's sample in a good answer; a string for CSV. */
  answer?: object | string
}

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const FAILED = problems.INTERNAL_ERROR.detail
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const CHAPTER = `/${TRACK_SLUGS[0]}/electricite/1`
const PREMIUM = 'premium@demo.bac'
const FREE = 'gratuit@demo.bac'

const inAlert = (text: string) => (person: Person) => person.alert.filter({ hasText: text })
const busyRow: Sign = (person) => person.page.locator('tr[aria-busy=true]')

/**
 * The default signs of pages that wait, are offline, or get a failure from the API. A list that is missing offline looks
 * as after a failure: the line above the page says that the device is offline.
 */
export const defaultSigns = {
  // 'Chargement en cours...', 'Export en cours... (0)', 'Vérification en cours... 0 sur 1'
  loading: (person: Person) =>
    person.page.locator('main, dialog').getByText(/\.\.\.(?: \(\d+\)| \d+ sur \d+)?$/),
  offline: inAlert(OFFLINE),
  error: inAlert(FAILED),
}

const rowOf = (person: Person, email: string) => person.row(new RegExp(`^${email}`))
const press = (name: string) => (person: Person) => person.main.getByRole('button', { name }).click()
const confirm = (person: Person, name: string) =>
  person.dialog.getByRole('button', { name, exact: true }).click()
/** Uses the menu of a row, which has all actions in a narrow window. */
const chooseAction = async (person: Person, name: string, email = student.email) => {
  const row = rowOf(person, email)
  await row.getByRole('button', { name: 'Autres actions' }).click()
  await row.getByRole('button', { name, exact: true }).click()
}

const emptyRanking = { opened: [], unopened: [], unopenedCount: 0 }
const emptyRankings = { papers: emptyRanking, chapters: emptyRanking, videos: emptyRanking }

/** Pages with a list, or anything else that they request by themselves. */
export const readings = {
  listSubjects: {
    as: null,
    path: '/sujets-bac',
    open: follows(subjectsPath(TRACK_CODES[0])),
    error: inAlert('Une erreur est survenue lors du chargement des sujets'),
    success: (person) => person.row('2025').getByRole('link', { name: 'Passer en Premium' }),
    empty: 'Non disponible',
  },
  getChapter: {
    as: null,
    path: `/${TRACK_SLUGS[0]}`,
    open: follows(CHAPTER),
    error: inAlert('Une erreur est survenue lors du chargement des ressources.'),
    success: /^Sujet 1 - 2024/,
    empty: 'Aucun sujet disponible pour ce chapitre.',
  },
  listVideos: {
    as: null,
    path: '/contact',
    open: follows('/videos-gratuites'),
    offline: inAlert('Les vidéos ne peuvent pas être chargées sans réseau.'),
    error: inAlert('Erreur lors du chargement des ressources'),
    success: '2 vidéos gratuites disponibles',
    empty: 'Aucune vidéo gratuite disponible',
  },
  listProgress: {
    as: PREMIUM,
    path: CHAPTER,
    beside: { getChapter: sampleAnswer('getChapter') },
    loading: '0 / 3 fait',
    offline: "Votre suivi n'a pas pu être chargé.",
    error: "Votre suivi n'a pas pu être chargé.",
    success: '1 / 3 fait, 1 à revoir',
    empty: '0 / 3 fait',
  },
  listOwnPaymentRequests: {
    as: FREE,
    path: '/premium',
    // The offer stands there at once, whatever has become of earlier payments.
    loading: '250 DH',
    error: inAlert("Vos demandes de paiement n'ont pas pu être chargées."),
    success: (person) => person.main.getByRole('heading', { name: /est en attente$/ }),
    empty: '250 DH',
  },
  getTicket: {
    as: PREMIUM,
    path: subjectsPath(TRACK_CODES[0]),
    open: async (person) => {
      await person.button('Voir').first().click()
      await expect(person.dialog).toBeVisible()
    },
    isReal: true,
    offline: inAlert('Ce document ne peut pas être chargé sans réseau.'),
    error: inAlert('Erreur lors du chargement du fichier sécurisé'),
    success: (person) => person.dialog.locator('canvas'),
    emptyOutcome: { refusal: 'DOCUMENT_UNAVAILABLE' },
    empty: 'Ce document sera disponible prochainement.',
  },
  listManagedSubjects: {
    path: '/sujets-bac',
    error: inAlert('Une erreur est survenue lors du chargement des sujets'),
    success: 'Gestion des sujets (1)',
    empty: 'Aucun sujet enregistré.',
  },
  listUsers: {
    path: '/admin',
    error: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    success: payingStudent.email,
    empty: 'Aucun utilisateur trouvé.',
  },
  diagnoseSession: {
    path: '/admin',
    open: (person) => chooseAction(person, 'Session'),
    error: inAlert('Erreur lors de la lecture de la session'),
    success: /^Session active : un autre appareil peut se connecter après 42 s/,
    emptyOutcome: { answer: { active: false, lastActive: null, secondsLeft: null } },
    empty: 'Aucune session : ce compte peut se connecter.',
  },
  listResources: {
    path: '/admin/ressources',
    error: inAlert('Erreur lors du chargement des ressources'),
    success: 'Ressources (1)',
    empty: 'Aucune ressource enregistrée.',
  },
  listAudit: {
    path: '/admin/audit',
    error: inAlert("Erreur lors du chargement du journal d'audit"),
    success: 'UPDATE_PREMIUM',
    empty: "Aucun log d'audit trouvé.",
  },
  listActivity: {
    path: '/admin/audit',
    // One spinner stands for both tables.
    loading: 'Chargement en cours...',
    error: inAlert("Erreur lors du chargement de l'activité"),
    success: 'Légitime',
    empty: 'Aucune activité suspecte détectée.',
  },
  listBlocked: {
    path: '/admin/bloques',
    error: inAlert('Erreur lors du chargement des utilisateurs bloqués'),
    success: 'Utilisateurs Bloqués (1)',
    empty: 'Aucun utilisateur bloqué',
  },
  getOverview: {
    path: '/admin/tableau-de-bord',
    error: inAlert('Erreur lors du chargement du tableau de bord'),
    success: /^2 sujets manquants/,
    emptyOutcome: {
      answer: { ...(sampleAnswer('getOverview') as object), missingSubjects: [], subjects: 108 },
    },
    empty: 'Tous les sujets sont en ligne.',
  },
  getPublication: {
    path: '/admin/tableau-de-bord',
    within: 'getOverview',
    error: inAlert('Erreur lors du chargement de la publication'),
    success: /^Dernière publication : .* 7 fichiers modifiés\.$/,
    emptyOutcome: { answer: { state: 'never', publishedAt: null, filesWritten: 0 } },
    empty: 'Aucune publication pour le moment.',
  },
  rankOpenings: {
    path: '/admin/tableau-de-bord',
    within: 'getOverview',
    error: inAlert('Erreur lors du chargement des documents ouverts'),
    success: '1 234 ouvertures',
    emptyOutcome: { answer: emptyRankings },
    empty: 'Aucune ouverture pendant cette période.',
  },
  listWatched: {
    path: '/admin/surveillance',
    error: inAlert('Erreur lors du chargement des comptes à surveiller'),
    success: 'Comptes à surveiller (2)',
    empty: 'Aucun compte à surveiller pendant cette période.',
  },
  getStoredSettings: {
    path: '/admin/parametres',
    error: inAlert('Erreur lors du chargement des paramètres'),
    success: (person) => person.main.getByLabel('Prix (DH)'),
    emptyOutcome: { answer: { ...sampleSettings, exams: [] } },
    empty: "Aucune date : la page d'accueil dit qu'elles seront annoncées.",
  },
  listPremiumEnds: {
    path: '/admin/parametres/rentree',
    beside: { getStoredSettings: sampleSettings },
    error: inAlert('Erreur lors du chargement des comptes Premium'),
    success: /^1\s234 comptes ont l'accès jusqu'au/,
    empty: "Aucun compte n'a l'accès Premium aujourd'hui.",
  },
  listPaymentRequests: {
    path: '/admin/demandes',
    error: inAlert('Erreur lors du chargement des demandes'),
    success: 'Demandes (1)',
    empty: 'Aucune demande en attente.',
  },
  listOwnDays: {
    as: PREMIUM,
    path: '/compte',
    loading: (person) => person.heading('Utilisation du compte'),
    offline: inAlert("L'utilisation du compte n'a pas pu être chargée."),
    error: inAlert("L'utilisation du compte n'a pas pu être chargée."),
    success: 'Votre compte a beaucoup servi certains jours, ou dans plusieurs',
    empty: "Votre compte n'a pas servi ces deux dernières semaines.",
  },
  listQuestions: {
    path: '/admin/questions',
    error: inAlert('Erreur lors du chargement des questions'),
    success: 'Pourquoi la célérité ne dépend-elle pas de la fréquence ?',
    empty: 'Aucune question ne vous attend.',
  },
  listInbox: {
    path: '/admin/fichiers-recus',
    error: inAlert('Erreur lors du chargement des fichiers reçus'),
    success: 'Fichiers reçus (1)',
    empty: "Aucun fichier n'attend.",
  },
  listSheets: {
    path: '/admin/fiches',
    error: inAlert('Erreur lors du chargement des fiches'),
    success: '1 fiche écrite sur 26 chapitres',
    empty: '0 fiche écrite sur 26 chapitres',
  },
  listReports: {
    path: '/admin/signalements',
    error: inAlert('Erreur lors du chargement des signalements'),
    success: 'Page illisible',
    empty: 'Aucun signalement nouveau.',
  },
  getDriveAccess: {
    path: '/admin/tableau-de-bord',
    within: 'getOverview',
    error: inAlert("Erreur lors de la vérification de l'accès à Google Drive"),
    success: /^Le site lit les documents partagés/,
    emptyOutcome: { answer: { state: 'unused', account: null } },
    empty: /^Ce site n'a pas de compte de service/,
  },
  listBrokenDocuments: {
    path: '/admin/tableau-de-bord',
    within: 'getOverview',
    error: inAlert('Erreur lors du chargement des documents en défaut'),
    success: 'Introuvable, ou non partagé avec le compte de service',
    emptyOutcome: { answer: { items: [], checkedAt: student.createdAt } },
    empty: 'Aucun document en défaut.',
  },
} as const satisfies Partial<Record<RouteName, Reading>>

/** Pages with a change. Those of one page are made one after the other, and removals at the end. */
export const changes = {
  withdrawPayment: {
    as: FREE,
    path: '/premium',
    beside: { listOwnPaymentRequests: sampleAnswer('listOwnPaymentRequests') },
    attempt: async (person) => {
      await press('Retirer')(person)
      await confirm(person, 'Retirer')
    },
    error: inAlert("La demande n'a pas pu être retirée."),
    success: 'Votre demande est retirée.',
  },
  markDocuments: {
    as: PREMIUM,
    path: CHAPTER,
    beside: { getChapter: sampleAnswer('getChapter') },
    attempt: (person) => person.main.getByRole('button', { name: 'Fait' }).last().click(),
    // The mark is shown at once, so that reading goes on without the network.
    loading: '2 / 3 faits, 1 à revoir',
    error: "Votre suivi n'a pas pu être enregistré.",
    offline: 'Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.',
    answer: {
      track: TRACK_CODES[0],
      theme: 'electricite',
      chapter: 1,
      marks: [
        { id: 'doc-1', mark: 'done' },
        { id: 'doc-3', mark: 'done' },
      ],
    },
    success: (person) => person.main.getByRole('button', { name: 'Fait', pressed: true }).nth(1),
  },
  getPersonalData: {
    as: PREMIUM,
    path: '/compte',
    attempt: press('Télécharger mes données'),
    success: 'Vos données sont dans le fichier mes-donnees.json.',
  },
  addSubject: {
    path: '/sujets-bac/upload',
    attempt: async (person) => {
      await person.main.getByLabel('Année').fill('2024')
      await person.main.getByLabel('Fichier (URL ou ID Google Drive)').fill(FILE)
      await person.button('Ajouter le sujet').click()
    },
    success: 'Sujet du bac ajouté avec succès',
  },
  deleteSubject: {
    path: '/sujets-bac',
    attempt: async (person) => {
      await press('Supprimer')(person)
      await confirm(person, 'Supprimer')
    },
    error: 'Une erreur est survenue lors de la suppression du sujet',
    offline: 'Une erreur est survenue lors de la suppression du sujet',
    success: 'Sujet supprimé avec succès',
  },
  setPremium: {
    path: '/admin',
    // A change whose answer is lost is read again.
    beside: { getUser: payingStudent },
    attempt: (person) => chooseAction(person, 'Rendre Gratuit', LONG_EMAIL),
    error: inAlert(`Erreur lors de la mise à jour: ${FAILED}`),
    offline: inAlert(`Erreur lors de la mise à jour: ${OFFLINE}`),
    answer: { ...payingStudent, isPremium: false },
    success: `${LONG_EMAIL} : statut Gratuit confirmé`,
  },
  getUser: {
    path: '/admin',
    attempt: (person) => chooseAction(person, 'Rafraîchir cet utilisateur'),
    loading: busyRow,
    error: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    offline: inAlert('Une erreur est survenue lors du chargement des utilisateurs'),
    answer: { ...student, isPremium: true },
    success: (person) => rowOf(person, student.email).getByText('Premium', { exact: true }),
  },
  releaseSession: {
    path: '/admin',
    attempt: async (person) => {
      if (!(await person.dialog.isVisible())) await chooseAction(person, 'Session')
      await confirm(person, 'Libérer la session')
    },
    success: `${student.email} : session libérée`,
  },
  endUserSignIns: {
    path: '/admin/surveillance',
    beside: { listWatched: sampleAnswer('listWatched') },
    attempt: async (person) => {
      await person.button('Terminer les sessions').first().click()
      await confirm(person, 'Terminer')
    },
    success: `${student.email} : sessions terminées`,
  },
  deleteUser: {
    path: '/admin',
    attempt: async (person) => {
      await chooseAction(person, 'Supprimer')
      await confirm(person, 'Supprimer')
    },
    error: inAlert("Une erreur est survenue lors de la suppression de l'utilisateur"),
    offline: inAlert(`Une erreur est survenue lors de la suppression de l'utilisateur. ${OFFLINE}`),
    success: 'Utilisateur supprimé avec succès',
  },
  decidePaymentRequest: {
    path: '/admin/demandes',
    attempt: press("Activer jusqu'au"),
    loading: 'Activation en cours...',
    answer: { email: LONG_EMAIL, status: 'approved', premiumLastDay: payingStudent.premiumLastDay },
    success: `${LONG_EMAIL} : Premium activé jusqu'au 10 juillet 2099`,
  },
  searchInbox: {
    path: '/admin/fichiers-recus',
    beside: { listInbox: sampleAnswer('listInbox') },
    attempt: press('Chercher maintenant'),
    success: 'Recherche terminée',
  },
  decideInboxFile: {
    path: '/admin/fichiers-recus',
    beside: { listInbox: sampleAnswer('listInbox') },
    attempt: (person) => person.main.getByRole('button', { name: /^Ignorer/ }).click(),
    loading: busyRow,
    answer: { document: null },
    success: 'Fichier ignoré',
  },
  updateSettings: {
    path: '/admin/parametres',
    beside: { getStoredSettings: sampleSettings },
    attempt: async (person) => {
      await person.main.getByLabel('Prix (DH)').fill('300')
      await press('Enregistrer')(person)
    },
    answer: { ...sampleSettings, priceDh: 300, version: 1 },
    success: 'Paramètres enregistrés',
  },
  blockEmail: {
    path: '/admin/bloques',
    attempt: async (person) => {
      if (!(await person.dialog.isVisible())) await person.button('Bloquer une adresse').click()
      await person.dialog.getByLabel('Email').fill(student.email)
      await person.dialog.getByLabel('Raison').fill('Compte partagé')
      await confirm(person, 'Bloquer')
    },
    answer: { email: student.email, sameMailbox: [] },
    success: `${student.email} : adresse bloquée`,
  },
  unblockEmail: {
    path: '/admin/bloques',
    attempt: async (person) => {
      await press('Débloquer')(person)
      await confirm(person, 'Débloquer')
    },
    success: `${LONG_EMAIL} : adresse débloquée`,
  },
  orderPublication: {
    path: '/admin/tableau-de-bord',
    beside: { getPublication: sampleAnswer('getPublication') },
    attempt: press('Publier à nouveau'),
    answer: { state: 'requested', publishedAt: null, filesWritten: 0 },
    loading: 'Publication en cours...',
    success: /^Dernière publication :/,
  },
  syncUsers: {
    path: '/admin/tableau-de-bord',
    attempt: press('Synchroniser les comptes'),
    answer: { created: 2 },
    success: '2 profils créés.',
  },
  checkDocuments: {
    path: '/admin/tableau-de-bord',
    attempt: press('Vérifier maintenant'),
    answer: { checked: 102 },
    success: /^102 documents vérifiés sur/,
  },
  addResource: {
    path: '/admin/ressources',
    attempt: async (person) => {
      if (!(await person.dialog.isVisible())) await press('Ajouter')(person)
      const form = person.dialog.locator('form')
      await form.getByLabel('Titre', { exact: true }).fill(resource.title)
      await form.getByLabel('Fichier (URL ou ID Google Drive)').fill('coming-soon')
      await form.getByRole('button', { name: 'Ajouter la Ressource' }).click()
    },
    error: inAlert("Une erreur est survenue lors de l'enregistrement de la ressource"),
    success: 'Ressource ajoutée avec succès',
  },
  updateResource: {
    path: '/admin/ressources',
    attempt: async (person) => {
      if (!(await person.dialog.isVisible())) await press('Modifier')(person)
      await person.button('Enregistrer les modifications').click()
    },
    error: inAlert("Une erreur est survenue lors de l'enregistrement de la ressource"),
    success: 'Ressource modifiée avec succès',
  },
  exportResources: {
    path: '/admin/ressources',
    attempt: press('Exporter (CSV)'),
    answer: `track;theme\r\n${TRACK_CODES[0]};ondes\r\n`,
    success: 'Ressources exportées',
  },
  importResources: {
    path: '/admin/ressources',
    attempt: async (person) => {
      const resume = person.button('Reprendre')
      if (await resume.isVisible()) return resume.click()
      await person.main.getByLabel('Déposez un fichier CSV ici').setInputFiles({
        name: 'ressources-du-premier-semestre-toutes-filieres.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `track;theme;chapter;year;session;resourceType;type;title;file\r\n${TRACK_CODES[0]};ondes;1;2024;Normale;course;pdf;Cours;coming-soon\r\n`,
        ),
      })
    },
    answer: { lines: [{ line: 2, outcome: 'created', errors: [] }], nextLine: null },
    success: /^1 ligne à créer/,
  },
  listFolder: {
    beside: {
      importResources: {
        lines: [{ line: 2, outcome: 'refused', errors: [{ path: 'chapter', message: 'Chapitre inconnu' }] }],
        nextLine: null,
      },
    },
    path: '/admin/ressources',
    attempt: async (person) => {
      // The report of the previous file stands in place of the choice.
      const away = person.main.getByRole('button', { name: 'Annuler' })
      if (await away.isVisible()) await away.click()
      await person.main.getByLabel('Importer depuis').selectOption('Un dossier Google Drive')
      await person.main.getByLabel('Adresse du dossier Google Drive').fill(FILE)
      await person.button('Lire le dossier').click()
    },
    answer: {
      items: [
        { file: FILE, name: `${TRACK_CODES[0]}_ondes_1_2024_Normale_course.pdf`, size: 1, unusable: null },
      ],
    },
    success: 'Rapport de la vérification',
  },
  deleteResource: {
    path: '/admin/ressources',
    attempt: async (person) => {
      await press(`Supprimer ${resource.title}`)(person)
      await confirm(person, 'Supprimer')
    },
    loading: busyRow,
    error: inAlert('Une erreur est survenue lors de la suppression de la ressource'),
    offline: inAlert('Une erreur est survenue lors de la suppression de la ressource'),
    success: 'Ressource supprimée avec succès',
  },
  lookUpCopy: {
    path: '/admin/exemplaires',
    attempt: async (person) => {
      await person.main.getByLabel("Code de l'exemplaire").fill(sampleCopy.code)
      await press('Rechercher')(person)
    },
    success: 'Exemplaire trouvé',
  },
} as const satisfies Partial<Record<RouteName, Change>>

/** Routes whose states no page shows, with the reason, or with the spec that tests them. */
const elsewhere = {
  listOwnReports: { because: 'the dialog of a report shows it where it is known (report-dialog.test.tsx)' },
  reportError: { spec: 'reports.spec.ts' },
  listOwnQuestions: { spec: 'questions.spec.ts' },
  askQuestion: { spec: 'questions.spec.ts' },
  answerQuestion: { spec: 'questions.spec.ts' },
  updateReport: { spec: 'reports.spec.ts' },
  listNotices: { because: 'it adds a box above the pages of the dashboard (notices.test.tsx)' },
  acknowledgeNotice: { because: 'the same box sends it' },
  listPayments: { because: 'payments-page.test.tsx plays them' },
  listCardBatches: { because: 'cards-page.test.tsx plays them' },
  listCards: { because: 'cards-page.test.tsx plays them' },
  createCardBatch: { spec: 'cards.spec.ts' },
  revokeCardBatch: { because: 'cards-page.test.tsx plays them' },
  revokeCard: { because: 'cards-page.test.tsx plays them' },
  undoCard: { because: 'cards-page.test.tsx plays them' },
  redeemCard: { spec: 'cards.spec.ts' },
  declarePayment: { spec: 'payment-request.spec.ts' },
  correctPayment: { spec: 'payment-request.spec.ts' },
  attachReceipt: { spec: 'payment-request.spec.ts' },
  getReceipt: { spec: 'admin-requests.spec.ts' },
  getHealth: { because: 'only monitors call it' },
  importSubjects: { because: 'the panel of the resources sends it' },
  exportSubjects: { because: 'the button of the resources sends it' },
  getExercises: { because: 'a form of admins plays its states (exercises-page.test.tsx)' },
  readProposals: { because: 'the same form sends it' },
  setExercises: { because: 'the same form sends it' },
  listPractice: { spec: 'mock-exam.spec.ts' },
  listExercises: { because: 'the plan of the revisions names them (revisions-page.test.tsx)' },
  markPaper: { because: 'a page keeps the mark and sends it again' },
  getExerciseHelp: { because: 'the page of an exercise shows it' },
  startMockExam: { spec: 'mock-exam.spec.ts' },
  updateMockExam: { spec: 'mock-exam.spec.ts' },
  getPracticeStatistics: { because: 'overview-page.test.tsx plays its states' },
  getSheet: { because: 'the page of a chapter has it in its HTML' },
  getStoredSheet: { because: 'sheet-editor.test.tsx plays them' },
  setSheet: { spec: 'sheets.spec.ts' },
  getSubject: { because: 'the page of a paper holds its answer (paper-page.test.tsx)' },
  getSettings: { because: 'pages start from those of the last publication' },
  getResource: { because: 'the list holds every field' },
  readSession: { because: 'claim and heartbeat answer the same' },
  checkReference: { because: 'it adds a hint below a field and stays silent where Drive does' },
  renewSession: { spec: 'session.spec.ts' },
  claimSession: { spec: 'sign-in.spec.ts' },
  getSignUpChallenge: { spec: 'sign-up.spec.ts' },
  clearSession: { spec: 'account-page.spec.ts' },
  endSignIns: { spec: 'account-page.spec.ts' },
  setPreferences: { spec: 'account-page.spec.ts' },
  deleteAccount: { spec: 'account-page.spec.ts' },
  recordSecondFactor: { spec: 'second-factor.spec.ts' },
} as const satisfies Partial<Record<RouteName, { because: string } | { spec: string }>>

/** Specs that test the states of further routes. */
export const otherSpecs = Object.values(elsewhere).flatMap((place) => ('spec' in place ? [place.spec] : []))

// A new route does not compile before one of the tables names it.
;({ ...readings, ...changes, ...elsewhere }) satisfies Record<RouteName, unknown>
