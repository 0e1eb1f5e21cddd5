import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Link, NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { getOverview, type Overview } from '#shared/contract/admin/overview.ts'
import { listActivity } from '#shared/contract/admin/security.ts'
import { problems } from '#shared/domain/problems.ts'
import type { Profile } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAuth, useProfile, useSignInDialog } from '#web/lib/auth/auth-state.ts'
import { loadConfig } from '#web/lib/config.ts'
import { useSettings } from '#web/lib/settings.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { useClosing, useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { Alert, Spinner } from '#web/ui/status.tsx'
import { adminPages, HELP, QUESTIONS } from './admin-pages.tsx'
import styles from './admin-sections.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-query.ts'
import { Notices } from './notices.tsx'
import type { SettingsPreview } from './settings/settings-form.tsx'

type AdminPageProps = { SettingsPreview: SettingsPreview }

export const AdminPage = withQueries(function AdminPage({ SettingsPreview: Preview }: AdminPageProps) {
  const auth = useAuth()
  if (auth.status === 'loading' || auth.status === 'remembered') return <Spinner />
  if (auth.status !== 'signedIn') return <SignInFirst />
  if (!auth.profile.isAdmin) return <AccessRefused />
  if (!auth.profile.isOwner) return <UnauthorizedAdmin />
  return (
    <SecondFactorNeeded profile={auth.profile}>
      <Dashboard Preview={Preview} />
    </SecondFactorNeeded>
  )
})

function SignInFirst() {
  const openSignIn = useSignInDialog()
  return (
    <AccessRefused reason={problems.AUTHENTICATION_REQUIRED.detail}>
      <Button onClick={openSignIn}>Se connecter</Button>
    </AccessRefused>
  )
}

/** Sends one of the dashboard's requests, whose refusal the server records: one entry a visit. */
function UnauthorizedAdmin() {
  useQuery({
    ...api(listActivity).queryOptions({}),
    retry: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page title="ACCÈS ADMIN NON AUTORISÉ" width="text">
      <Alert kind="error">
        <p>Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.</p>
        <p>Si vous pensez qu'il s'agit d'une erreur, contactez l'administrateur.</p>
      </Alert>
    </Page>
  )
}

function Dashboard({ Preview }: { Preview: SettingsPreview }) {
  return (
    <Page title="Administration" width="full">
      <div className={styles.dashboard}>
        <AdminSections />
        <Notices />
        <LazyPart>
          <Routes>
            {adminPages.map(({ path, Page: Content }) => (
              <Route key={path} path={path} element={<Content Preview={Preview} />} />
            ))}
            <Route path="*" element={<p>Cette section de l'administration n'existe pas.</p>} />
          </Routes>
        </LazyPart>
      </div>
    </Page>
  )
}

const GROUPS = ['Contenu', 'Élèves', 'Argent', 'Site'] as const

function AdminSections() {
  const { data: blocked } = useInfiniteQuery({ ...blockedQuery, select: blockedCount })
  const { data: figures } = useQuery(api(getOverview).queryOptions({}))
  const current = useCurrentPage()
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const area = useRef<HTMLElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  return (
    <nav ref={area} aria-label="Sections de l'administration" className={styles.sections}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="sections"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className="visually-hidden">Sections&nbsp;: </span>
          {current?.label ?? 'Sections'}
        </span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      {current?.help && (
        <Link
          to={`/admin/${HELP}#${current.help}`}
          aria-label={`Aide : ${current.label}`}
          className={styles.help}
        >
          <CircleQuestionMark size={18} aria-hidden="true" />
          Aide
        </Link>
      )}
      <div id="sections" className={classNames(styles.panel, isOpen && styles.open)}>
        <ul className={classNames(styles.links, styles.tabs)}>
          {pagesOf('tab').map((page) => (
            <SectionLink key={page.to} {...page} count={page.path === 'bloques' && blocked} />
          ))}
        </ul>
        <div className={styles.groups}>
          {GROUPS.map((group) => (
            <Group key={group} heading={group} figures={figures} />
          ))}
        </div>
      </div>
    </nav>
  )
}

function useCurrentPage() {
  const address = `${useLocation().pathname.replace(/\/$/, '')}/`
  return adminPages.findLast(
    ({ path, to, group }) => group && (path === '' ? address === `${to}/` : address.startsWith(`${to}/`)),
  )
}

function pagesOf(group: (typeof adminPages)[number]['group']) {
  return adminPages.filter((page) => page.group === group)
}

function Group({ heading, figures }: { heading: (typeof GROUPS)[number]; figures: Overview | undefined }) {
  const id = useId()
  const isPrimaryOwner = useProfile()?.isPrimaryOwner ?? false
  const { acceptsQuestions } = useSettings()
  return (
    <div className={styles.group}>
      <p id={id} className={styles.heading}>
        {heading}
      </p>
      <ul aria-labelledby={id} className={styles.links}>
        {heading === 'Contenu' && (
          // Only the primary owner sees the table of subjects.
          <SectionLink to={isPrimaryOwner ? '/sujets-bac' : '/sujets-bac/upload'} label="Sujets du bac" />
        )}
        {pagesOf(heading)
          .filter(({ path }) => acceptsQuestions || path !== QUESTIONS)
          .map((page) => (
            <SectionLink key={page.to} {...page} count={page.waiting && figures?.[page.waiting]} />
          ))}
      </ul>
    </div>
  )
}

type SectionLinkProps = { to: string; label: string; count?: string | number | false | undefined }

function SectionLink({ to, label, count }: SectionLinkProps) {
  return (
    <li>
      <NavLink to={to} end={to === '/admin'} className={classNames(styles.link)}>
        {count ? `${label} (${count.toLocaleString('fr-FR')})` : label}
      </NavLink>
    </li>
  )
}

type SecondFactorNeededProps = { profile: Profile; children: ReactNode }

/** It spares a page full of refusals; without the configuration the server refuses the requests of the page. */
export function SecondFactorNeeded({ profile: { hasSecondFactor }, children }: SecondFactorNeededProps) {
  const { data: config, isLoading } = useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !hasSecondFactor,
    retry: false,
  })
  if (hasSecondFactor) return children
  if (isLoading) return <Spinner />
  if (!config?.ownersNeedSecondFactor) return children
  return (
    <AccessRefused reason={problems.SECOND_FACTOR_REQUIRED.detail}>
      <ButtonLink to="/compte">Mon compte</ButtonLink>
    </AccessRefused>
  )
}
