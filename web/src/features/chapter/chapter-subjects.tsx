import { X } from 'lucide-react'
import { Suspense, useContext, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { type Access, authStore, profileIn, useAccess } from '#web/lib/auth/auth-state.ts'
import {
  DocumentViewerContext,
  isMarkable,
  isOpenTo,
  useOpenDocument,
  useViewerWhileIdle,
} from '#web/lib/documents/open-document.ts'
import { subjectsText } from '#web/lib/format.ts'
import { useOnceHydrated } from '#web/lib/loading/hydration.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import { ForAccess, PremiumLink, SignedIn, SignInLink } from '#web/ui/account-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardGrid, Row } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './chapter.module.css'
import type { ChapterLinks } from './chapter-links.ts'
import { ChapterExercises, ExamCard } from './chapter-papers.tsx'
import {
  FILTER_NAMES,
  type FilterName,
  type FilterOptions,
  type Filters,
  filterExams,
  filterOptions,
  listExams,
  readFilters,
  STUDENTS,
  withFilter,
  withoutFilters,
} from './exams.ts'

/** Loaded apart from the page, by visitors who need it; where it cannot be fetched, the login page takes its place. */
const LoginOrPremiumDialog = optionalComponent(
  async () => (await import('./login-or-premium-dialog.tsx')).LoginOrPremiumDialog,
  () => <Navigate to="/login" />,
)

/** Loaded apart from the page, because visitors do not need it. */
export const ChapterProgress = optionalComponent(
  async () => (await import('./student-marks.tsx')).ChapterProgress,
)

type ChapterSubjectsProps = {
  items: readonly ChapterItem[]
  chapter: ChapterKey
  links: ChapterLinks
  access: Access
}

export function ChapterSubjects({ items, chapter, links, access }: ChapterSubjectsProps) {
  useViewerWhileIdle(access)
  const { KeepOffline } = useContext(DocumentViewerContext)
  const { papers, exercises, corrected } = links
  // The page's HTML is the same for every choice of filters.
  const query = new URLSearchParams(useOnceHydrated(useLocation().search, ''))
  const navigate = useNavigate()
  const openDocument = useOpenDocument()
  const [lockedItem, setLockedItem] = useState<ChapterItem | null>(null)
  const exams = listExams(items)
  const options = filterOptions(exams)
  const filters = readFilters(query, options)
  const shown = filterExams(exams, filters)
  const markable = (by: Access) => items.filter((item) => isMarkable(item, by))
  const open = ({ id, title, type, available }: ChapterItem) => {
    openDocument({ id, title, type, available })
    const account = profileIn(authStore.get())?.id
    // Without a network the module may be missing; the document then stays due.
    if (account) importMarks().then(({ noteSeen }) => noteSeen(account, chapter, id), ignore)
  }
  const show = (next: URLSearchParams) => void navigate({ search: next.toString() })
  return (
    <>
      <AccessBox hasFree={items.some(({ isFree }) => isFree)} />
      {items.length === 0 ? (
        <EmptyState>Aucun sujet disponible pour ce chapitre.</EmptyState>
      ) : (
        <>
          <ForAccess of={STUDENTS.filter((student) => markable(student).length > 0)}>
            <div className={styles.progress}>
              <SignedIn>
                <ChapterProgress chapter={chapter} items={markable(access)} />
              </SignedIn>
            </div>
          </ForAccess>
          <ForAccess of={['premium']}>
            <div className={styles.keep}>
              <KeepOffline chapters={[chapter]} />
            </div>
          </ForAccess>
          <FilterBar
            options={options}
            filters={filters}
            count={subjectsText(shown.length, exams.length)}
            onChange={(name, value) => show(withFilter(query, name, value))}
            onClear={() => show(withoutFilters(query))}
          />
          {shown.length === 0 && <EmptyState>Aucun sujet ne correspond à ces filtres.</EmptyState>}
          <CardGrid>
            {shown.map((exam) => (
              <ExamCard
                {...{ exam, corrected, chapter, access }}
                key={exam.key}
                onOpen={(item) => (isOpenTo(access, item) ? open(item) : setLockedItem(item))}
                paper={papers.find((path) => path.endsWith(`/${exam.key.toLowerCase()}`))}
              />
            ))}
          </CardGrid>
        </>
      )}
      <ChapterExercises
        exercises={exercises.filter(
          ({ year, session }) => year === (filters.annee ?? year) && session === (filters.session ?? session),
        )}
        chapter={chapter}
        access={access}
      />
      {lockedItem && <LockedDocument item={lockedItem} onOpen={open} onClose={() => setLockedItem(null)} />}
    </>
  )
}

type LockedDocumentProps = { item: ChapterItem; onOpen: (item: ChapterItem) => void; onClose: () => void }

/**
 * Asks a visitor who opens a document that is not free to sign in. The page's HTML shows the list before the account is
 * known: a document that is tapped then opens once it is, if the account may open it.
 */
function LockedDocument({ item, onOpen, onClose }: LockedDocumentProps) {
  const access = useAccess()
  useEffect(() => {
    if (isOpenTo(access, item)) onOpen(item)
    if (access === 'premium' || access === 'free') onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for the tap
  }, [access, item])
  return (
    access === 'visitor' && (
      <Suspense fallback={null}>
        <LoginOrPremiumDialog onClose={onClose} />
      </Suspense>
    )
  )
}

const importMarks = () => import('#web/lib/progress/marks.ts')
const ignore = () => undefined

function AccessBox({ hasFree }: { hasFree: boolean }) {
  return (
    <>
      <ForAccess of={['visitor']}>
        <Alert kind="info">
          <p>
            {hasFree
              ? "Les documents gratuits s'ouvrent sans compte\u00a0; les autres demandent un compte Premium."
              : 'Ces documents demandent un compte Premium.'}
          </p>
          <Row>
            <SignInLink />
            <SignInLink to="/signup" variant="secondary">
              Créer compte
            </SignInLink>
          </Row>
        </Alert>
      </ForAccess>
      <ForAccess of={['free']}>
        <Alert kind="premium">
          <p>
            <strong>Contenu Premium</strong>
          </p>
          <p>
            {hasFree ? 'Les autres sujets et corrections' : 'Les sujets et les corrections'} de ce chapitre
            sont réservés aux comptes Premium.
          </p>
          <PremiumLink />
        </Alert>
      </ForAccess>
    </>
  )
}

const filterTexts: Record<FilterName, { label: string; everything: string }> = {
  annee: { label: 'Année', everything: 'Toutes' },
  session: { label: 'Session', everything: 'Toutes' },
  type: { label: 'Type', everything: 'Tous' },
}

type FilterBarProps = {
  options: FilterOptions
  filters: Filters
  /** Says how many subjects are left; announced to a screen reader whenever it changes. */
  count: string
  onChange: (name: FilterName, value: string) => void
  onClear: () => void
}

/** Narrows the subjects of a chapter. A filter with only one choice is left out. */
function FilterBar({ options, filters, count, onChange, onClear }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const useful = FILTER_NAMES.filter((name) => options[name].size > 1)
  return (
    <div ref={bar} className={styles.bar}>
      {useful.length > 0 && (
        <form role="search" aria-label="Filtrer les sujets" className={styles.filters}>
          {useful.map((name) => (
            <SelectField
              key={name}
              label={filterTexts[name].label}
              value={filters[name] ?? ''}
              onChange={({ target }) => onChange(name, target.value)}
            >
              <option value="">{filterTexts[name].everything}</option>
              {Array.from(options[name], ([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </form>
      )}
      <div className={styles.result}>
        <p role="status">{count}</p>
        {Object.keys(filters).length > 0 && (
          <Button
            variant="link"
            onClick={() => {
              // The button disappears with the filters; the focus moves to the first of them.
              bar.current?.querySelector('select')?.focus()
              onClear()
            }}
            Icon={X}
          >
            Effacer les filtres
          </Button>
        )}
      </div>
    </div>
  )
}
