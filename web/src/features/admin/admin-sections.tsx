import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { getOverview, type Overview } from '#shared/contract/admin/overview.ts'
import { api } from '#web/lib/api/api.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { useSettings } from '#web/lib/settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useClosing, useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { adminPages, adminPath, HELP, QUESTIONS } from './admin-pages.tsx'
import styles from './admin-sections.module.css'
import { blockedCount, blockedQuery } from './blocked/blocked-query.ts'

const GROUPS = ['Contenu', 'Élèves', 'Argent', 'Site'] as const

/**
 * The menu of the dashboard: the four tabs above its pages, and the other pages by subject beside them, with the number
 * of things that wait there. In a narrower window a button opens both.
 */
export function AdminSections() {
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
          to={`${adminPath(HELP)}#${current.help}`}
          aria-label={`Aide : ${current.label}`}
          className={styles.help}
        >
          <CircleQuestionMark size={18} aria-hidden="true" />
          Aide
        </Link>
      )}
      <div id="sections" className={classNames(styles.panel, isOpen && styles.open)}>
        <ul className={classNames(styles.links, styles.tabs)}>
          {pagesOf('tab').map(({ path, label }) => (
            <SectionLink
              key={path}
              to={adminPath(path)}
              label={label}
              count={path === 'bloques' && blocked}
            />
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

/** Returns the open page, or the one that leads to it. */
function useCurrentPage() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  return adminPages
    .filter(
      ({ path, group }) =>
        group && (pathname === adminPath(path) || pathname.startsWith(`${adminPath(path)}/`)),
    )
    .findLast(({ path }) => path !== '' || pathname === adminPath(''))
}

function pagesOf(group: (typeof adminPages)[number]['group']) {
  return adminPages.filter((page) => page.group === group)
}

type GroupProps = { heading: (typeof GROUPS)[number]; figures: Overview | undefined }

function Group({ heading, figures }: GroupProps) {
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
          .map(({ path, label, waiting }) => (
            <SectionLink
              key={path}
              to={adminPath(path)}
              label={label}
              count={figures && waiting?.(figures)}
            />
          ))}
      </ul>
    </div>
  )
}

type SectionLinkProps = {
  to: string
  label: string
  /** Shown behind the label, unless there is nothing to count. */
  count?: string | number | false | undefined
}

function SectionLink({ to, label, count }: SectionLinkProps) {
  return (
    <li>
      <NavLink to={to} end={to === '/admin'} className={classNames(styles.link)}>
        {count ? `${label} (${count})` : label}
      </NavLink>
    </li>
  )
}
