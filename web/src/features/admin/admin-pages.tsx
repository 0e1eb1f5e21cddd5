import type { FunctionComponent } from 'react'
import type { Overview } from '#shared/contract/admin/overview.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import type { SettingsPreview } from './settings/settings-form.tsx'
import { UsersTab } from './users/users-tab.tsx'

// The first tab is part of the dashboard; the other pages are loaded when they are opened.
const ResourcesTab = lazyComponent(async () => (await import('./resources/resources-tab.tsx')).ResourcesTab)
const SecurityTab = lazyComponent(async () => (await import('./audit/security-tab.tsx')).SecurityTab)
const BlockedTab = lazyComponent(async () => (await import('./blocked/blocked-tab.tsx')).BlockedTab)
const CardsPage = lazyComponent(async () => (await import('./cards/cards-page.tsx')).CardsPage)
const CopiesPage = lazyComponent(async () => (await import('./copies/copies-page.tsx')).CopiesPage)
const OverviewPage = lazyComponent(async () => (await import('./overview/overview-page.tsx')).OverviewPage)
const HelpPage = lazyComponent(async () => (await import('./help/help-page.tsx')).HelpPage)
const InboxPage = lazyComponent(async () => (await import('./inbox/inbox-page.tsx')).InboxPage)
const NewYearPage = lazyComponent(async () => (await import('./settings/new-year-page.tsx')).NewYearPage)
const PaymentsPage = lazyComponent(async () => (await import('./payments/payments-page.tsx')).PaymentsPage)
const RequestsPage = lazyComponent(async () => (await import('./payments/requests-page.tsx')).RequestsPage)
const SettingsPage = lazyComponent(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const QuestionQueue = lazyComponent(
  async () => (await import('./questions/question-queue.tsx')).QuestionQueue,
)
const ReportsPage = lazyComponent(async () => (await import('./reports/reports-page.tsx')).ReportsPage)
const SheetsPage = lazyComponent(async () => (await import('./sheets/sheets-page.tsx')).SheetsPage)
const WatchPage = lazyComponent(async () => (await import('./watch/watch-page.tsx')).WatchPage)

type AdminPageEntry = {
  /** Relative to `/admin`. */
  path: string
  label: string
  /** The heading of the owner's guide that explains it; null for the guide itself. */
  help: string | null
  /** Its heading in the menu; `tab` for the four tabs, null for a page that another page leads to. */
  group: 'tab' | 'Contenu' | 'Élèves' | 'Argent' | 'Site' | null
  waiting?: (figures: Overview) => number
  Page: FunctionComponent<{ Preview: SettingsPreview }>
}

export const HELP = 'aide'

/** The path of the questions of students, to which no menu leads while the settings turn them off. */
export const QUESTIONS = 'questions'

export const adminPages: readonly AdminPageEntry[] = [
  { path: '', label: 'Utilisateurs', help: 'activer-un-élève-dix-secondes', group: 'tab', Page: UsersTab },
  {
    path: 'ressources',
    label: 'Ressources',
    help: 'ajouter-une-ressource-dun-chapitre',
    group: 'tab',
    Page: ResourcesTab,
  },
  { path: 'audit', label: 'Audit & Sécurité', help: 'lire-le-journal', group: 'tab', Page: SecurityTab },
  {
    path: 'bloques',
    label: 'Utilisateurs Bloqués',
    help: 'bloquer-débloquer-supprimer',
    group: 'tab',
    Page: BlockedTab,
  },
  {
    path: 'tableau-de-bord',
    label: 'Tableau de bord',
    help: 'le-tableau-de-bord',
    group: 'Site',
    waiting: ({ brokenDocuments }) => brokenDocuments,
    Page: OverviewPage,
  },
  {
    path: 'parametres',
    label: 'Paramètres',
    help: 'changer-le-prix-les-dates-vos-coordonnées',
    group: 'Site',
    Page: SettingsPage,
  },
  {
    path: 'parametres/rentree',
    label: 'Préparer la rentrée',
    help: 'préparer-la-rentrée',
    group: null,
    Page: NewYearPage,
  },
  {
    path: 'demandes',
    label: 'Demandes',
    help: 'répondre-à-un-paiement-déclaré',
    group: 'Argent',
    waiting: ({ paymentRequests }) => paymentRequests,
    Page: RequestsPage,
  },
  { path: 'codes', label: 'Cartes', help: 'vendre-des-cartes', group: 'Argent', Page: CardsPage },
  {
    path: 'paiements',
    label: 'Paiements',
    help: 'compter-les-paiements',
    group: 'Argent',
    Page: PaymentsPage,
  },
  {
    path: 'fichiers-recus',
    label: 'Fichiers reçus',
    help: 'déposer-des-fichiers-dans-drive',
    group: 'Contenu',
    waiting: ({ receivedFiles }) => receivedFiles,
    Page: InboxPage,
  },
  {
    path: 'fiches',
    label: 'Fiches',
    help: 'écrire-une-fiche-de-révision',
    group: 'Contenu',
    Page: SheetsPage,
  },
  {
    path: 'signalements',
    label: 'Signalements',
    help: 'les-erreurs-que-les-élèves-signalent',
    group: 'Contenu',
    waiting: ({ newReports }) => newReports,
    Page: ReportsPage,
  },
  {
    path: QUESTIONS,
    label: 'Questions',
    help: 'les-questions-des-élèves',
    group: 'Élèves',
    waiting: ({ openQuestions }) => openQuestions,
    Page: QuestionQueue,
  },
  {
    path: 'surveillance',
    label: 'Surveillance',
    help: 'surveiller-les-comptes',
    group: 'Élèves',
    Page: WatchPage,
  },
  {
    path: 'exemplaires',
    label: 'Exemplaires',
    help: 'savoir-doù-vient-un-document-retrouvé',
    group: 'Élèves',
    Page: CopiesPage,
  },
  { path: HELP, label: 'Aide', help: null, group: null, Page: HelpPage },
]

export function adminPath(path: string): string {
  return path === '' ? '/admin' : `/admin/${path}`
}
