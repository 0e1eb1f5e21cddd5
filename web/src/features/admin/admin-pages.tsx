import type { ReactNode } from 'react'
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
const NewYearPage = lazyComponent(async () => (await import('./settings/new-year-page.tsx')).NewYearPage)
const PaymentsPage = lazyComponent(async () => (await import('./payments/payments-page.tsx')).PaymentsPage)
const RequestsPage = lazyComponent(async () => (await import('./payments/requests-page.tsx')).RequestsPage)
const SettingsPage = lazyComponent(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const ReportsPage = lazyComponent(async () => (await import('./reports/reports-page.tsx')).ReportsPage)
const WatchPage = lazyComponent(async () => (await import('./watch/watch-page.tsx')).WatchPage)

type AdminPageEntry = {
  /** Relative to `/admin`. */
  path: string
  label: string
  /** Its heading in the menu; `tab` for the four tabs, null for a page that another page leads to. */
  group: 'tab' | 'Contenu' | 'Élèves' | 'Argent' | 'Site' | null
  element: (preview: SettingsPreview) => ReactNode
}

/** Every page of the dashboard: its address, its place in the menu and its component. */
export const adminPages: readonly AdminPageEntry[] = [
  { path: '', label: 'Utilisateurs', group: 'tab', element: () => <UsersTab /> },
  { path: 'ressources', label: 'Ressources', group: 'tab', element: () => <ResourcesTab /> },
  { path: 'audit', label: 'Audit & Sécurité', group: 'tab', element: () => <SecurityTab /> },
  { path: 'bloques', label: 'Utilisateurs Bloqués', group: 'tab', element: () => <BlockedTab /> },
  { path: 'tableau-de-bord', label: 'Tableau de bord', group: 'Site', element: () => <OverviewPage /> },
  {
    path: 'parametres',
    label: 'Paramètres',
    group: 'Site',
    element: (Preview) => <SettingsPage Preview={Preview} />,
  },
  {
    path: 'parametres/rentree',
    label: 'Préparer la rentrée',
    group: null,
    element: (Preview) => <NewYearPage Preview={Preview} />,
  },
  { path: 'demandes', label: 'Demandes', group: 'Argent', element: () => <RequestsPage /> },
  { path: 'codes', label: 'Cartes', group: 'Argent', element: () => <CardsPage /> },
  { path: 'paiements', label: 'Paiements', group: 'Argent', element: () => <PaymentsPage /> },
  { path: 'signalements', label: 'Signalements', group: 'Contenu', element: () => <ReportsPage /> },
  { path: 'surveillance', label: 'Surveillance', group: 'Élèves', element: () => <WatchPage /> },
  { path: 'exemplaires', label: 'Exemplaires', group: 'Élèves', element: () => <CopiesPage /> },
]

/** Returns the address of a page of the dashboard. */
export function adminPath(path: string): string {
  return path === '' ? '/admin' : `/admin/${path}`
}
