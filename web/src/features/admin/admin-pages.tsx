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

type Group = 'tab' | 'Contenu' | 'Élèves' | 'Argent' | 'Site' | null
type Content = FunctionComponent<{ Preview: SettingsPreview }>
type Waiting = keyof Pick<
  Overview,
  'brokenDocuments' | 'newReports' | 'openQuestions' | 'paymentRequests' | 'receivedFiles'
>

/**
 * @param path relative to `/admin`
 * @param group its heading in the menu; `tab` for the four tabs, null for a page that another page leads to
 * @param help the heading of the owner's guide that explains it; null for the guide itself
 * @param waiting the count of the overview that the menu shows beside it
 */
const page = (
  path: string,
  label: string,
  group: Group,
  help: string | null,
  Page: Content,
  waiting?: Waiting,
) => ({ path, to: path === '' ? '/admin' : `/admin/${path}`, label, group, help, Page, waiting })

export const HELP = 'aide'

/** The path of the questions of students, to which no menu leads while the settings turn them off. */
export const QUESTIONS = 'questions'

export const adminPages = [
  page('', 'Utilisateurs', 'tab', 'activer-un-élève-dix-secondes', UsersTab),
  page('ressources', 'Ressources', 'tab', 'ajouter-une-ressource-dun-chapitre', ResourcesTab),
  page('audit', 'Audit & Sécurité', 'tab', 'lire-le-journal', SecurityTab),
  page('bloques', 'Utilisateurs Bloqués', 'tab', 'bloquer-débloquer-supprimer', BlockedTab),
  page('tableau-de-bord', 'Tableau de bord', 'Site', 'le-tableau-de-bord', OverviewPage, 'brokenDocuments'),
  page('parametres', 'Paramètres', 'Site', 'changer-le-prix-les-dates-vos-coordonnées', SettingsPage),
  page('parametres/rentree', 'Préparer la rentrée', null, 'préparer-la-rentrée', NewYearPage),
  page('demandes', 'Demandes', 'Argent', 'répondre-à-un-paiement-déclaré', RequestsPage, 'paymentRequests'),
  page('codes', 'Cartes', 'Argent', 'vendre-des-cartes', CardsPage),
  page('paiements', 'Paiements', 'Argent', 'compter-les-paiements', PaymentsPage),
  page(
    'fichiers-recus',
    'Fichiers reçus',
    'Contenu',
    'déposer-des-fichiers-dans-drive',
    InboxPage,
    'receivedFiles',
  ),
  page('fiches', 'Fiches', 'Contenu', 'écrire-une-fiche-de-révision', SheetsPage),
  page(
    'signalements',
    'Signalements',
    'Contenu',
    'les-erreurs-que-les-élèves-signalent',
    ReportsPage,
    'newReports',
  ),
  page(QUESTIONS, 'Questions', 'Élèves', 'les-questions-des-élèves', QuestionQueue, 'openQuestions'),
  page('surveillance', 'Surveillance', 'Élèves', 'surveiller-les-comptes', WatchPage),
  page('exemplaires', 'Exemplaires', 'Élèves', 'savoir-doù-vient-un-document-retrouvé', CopiesPage),
  page(HELP, 'Aide', null, null, HelpPage),
]
