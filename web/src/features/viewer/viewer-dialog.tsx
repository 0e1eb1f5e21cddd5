import { type KeyboardEvent, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { parseSubjectDocumentId, type SubjectPart, subjectId } from '#shared/catalogue/subjects.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { keepRead } from '#web/lib/auth/last-read.ts'
import { comingSoonTexts } from '#web/lib/documents/document-texts.ts'
import {
  type DocumentPart,
  type DocumentRequest,
  type DocumentViewerProps,
  isLocked,
  type ReadStep,
} from '#web/lib/documents/open-document.ts'
import type { FirstTicket } from '#web/lib/documents/tickets.ts'
import { LazyBoundary, lazyComponent, optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { classNames } from '#web/ui/card.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { PartSwitch } from './document-tools.tsx'
import { DocumentView, type DocumentViewProps, type Start } from './document-view.tsx'
import {
  ExerciseBar,
  ExerciseBarPlace,
  exerciseAt,
  pagesOf,
  partOf,
  startOf,
  useExercises,
} from './exercise-bar.tsx'
import { partIndex } from './keyboard.ts'
import styles from './viewer.module.css'
import { ExamMessage, Message, PremiumMessage, ReaderFailure } from './viewer-messages.tsx'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import { useFullScreen, useViewerHistory } from './viewer-window.ts'

/** Loaded apart from the viewer, because visitors do not need them. */
const SittingCheck = optionalComponent(async () => (await import('./sitting-check.tsx')).SittingCheck)
const PracticeBar = lazyComponent(async () => (await import('./practice/practice-bar.tsx')).PracticeBar)

type ViewerDialogProps = DocumentViewerProps & { firstTicket?: FirstTicket | null }

/** A document over the whole window, or several that belong together and each keep their position. */
export const ViewerDialog = withQueries(function ViewerDialog(props: ViewerDialogProps) {
  const { request, firstTicket = null, onClose, tool, aside } = props
  const titleId = useId()
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen, () => findShown(screen.current, 'video'))
  const { id: firstId, parts = NO_PARTS, page: firstPage = null } = request
  const [shownId, setShownId] = useState(firstId)
  const [openedIds, setOpenedIds] = useState<readonly string[]>([firstId])
  const [starts, setStarts] = useState<ReadonlyMap<string, Start>>(
    new Map(firstPage === null ? [] : [[firstId, { at: firstPage }]]),
  )
  const [chosen, setChosen] = useState(request.exercise ?? null)
  const [isPractising, setPractising] = useState(request.isPractice ?? false)
  const [read, setRead] = useState<ReadStep | null>(null)
  const pagesRead = useRef(new Map<string, number>())
  const onRead = useCallback((id: string, page: number | null) => {
    if (page !== null) pagesRead.current.set(id, page)
    setRead({ id, page })
  }, [])
  const startAt = (id: string, at: number | null) => {
    if (at !== null) setStarts((before) => new Map(before).set(id, { at }))
  }
  const open = (id: string) => {
    setShownId(id)
    setOpenedIds((before) => (before.includes(id) ? before : [...before, id]))
    const page = pagesRead.current.get(id)
    if (page !== undefined) setRead({ id, page })
  }
  const history = useViewerHistory({
    firstId,
    request: tool === undefined && aside === undefined ? request : null,
    current: () => ({ id: shownId, page: pagesRead.current.get(shownId) ?? null }),
    onStep({ id, page }) {
      open(id)
      // A document that was not moved since then keeps its exact position.
      if (page !== pagesRead.current.get(id)) startAt(id, page)
    },
    onClose,
  })
  const show = (id: string) => {
    if (id === shownId) return
    history.push(id)
    open(id)
  }
  const exercises = useExercises(firstId, read !== null)
  const readPart = read && partOf(read.id)
  // A practised exercise may end on the page on which the next one begins.
  const readExercise =
    readPart && (isPractising ? chosen : exerciseAt(exercises, readPart, read.page, chosen)?.number)
  const account = useProfile()?.id
  useEffect(() => {
    if (!account || !read) return
    const { title, type, available } = parts.find(({ id }) => id === read.id) ?? request
    const exercise = readExercise ? { exercise: readExercise } : {}
    const opened: DocumentRequest = { ...read, title, type, available, parts, ...exercise }
    keepRead(account, opened)
  }, [account, read, readExercise, request, parts])
  const access = useAccess()
  const navigate = useNavigate()
  // A statement that the account cannot open is not practised with; a page that adds something of its own is no practice.
  const isStudent = access === 'free' || access === 'premium'
  const mayPractise = isStudent && aside === undefined && !!parts[0] && !isLocked(parts[0], access)
  const practised =
    mayPractise && isPractising ? exercises.find(({ number }) => number === chosen) : undefined
  const showPart = (part: SubjectPart, exercise: Exercise) => {
    const id = parts.find((each) => partOf(each.id) === part)?.id
    if (id === undefined) return
    setChosen(exercise.number)
    show(id)
    startAt(id, startOf(exercise, part))
  }
  const practise = (exercise: Exercise) => {
    setPractising(true)
    showPart('statement', exercise)
  }
  const exerciseOn = (document: { id: string }) => (page: number | null) => {
    const part = partOf(document.id)
    return part ? (practised ?? exerciseAt(exercises, part, page, chosen)) : undefined
  }
  const exerciseBar = (document: { id: string }) => (page: number | null) => {
    const place = parseSubjectDocumentId(document.id)
    const current = exerciseOn(document)(page)
    if (!place || !current) return null
    const { part, subject: paper } = place
    const shared = { part, parts: parts.flatMap(({ id }) => partOf(id) ?? []), exercises }
    if (practised)
      return (
        <LazyBoundary fallback={<ExerciseBarPlace />} renderFailure={ReaderFailure}>
          <PracticeBar
            {...shared}
            key={practised.number}
            paper={paper}
            exercise={practised}
            onPart={(other) => showPart(other, practised)}
            onNeighbour={({ path, number, state }) => {
              const own = exercises.find((each) => each.number === number)
              if (path === null && own) practise(own)
              else if (path !== null)
                history.close(
                  () => void navigate(path, { state: { ...state, isVisit: request.isVisit }, replace: true }),
                )
            }}
            onWhole={() => setPractising(false)}
          />
        </LazyBoundary>
      )
    return (
      <ExerciseBar
        {...shared}
        current={current}
        onPractise={mayPractise ? practise : null}
        onChoose={(exercise) => {
          setChosen(exercise.number)
          startAt(document.id, startOf(exercise, part))
        }}
        onPart={showPart}
      />
    )
  }
  const focusedId = useRef(firstId)
  useEffect(() => {
    // Each document has a toolbar of its own, and the pressed button belongs to the previous one.
    if (focusedId.current !== shownId)
      findShown(screen.current, '[role=group] [aria-pressed=true]')?.focus({ preventScroll: true })
    focusedId.current = shownId
  }, [shownId])
  const onKeyDown = (event: KeyboardEvent) => {
    const part = parts.length > 1 ? parts[partIndex(event)] : undefined
    if (part) show(part.id)
  }
  const opened = parts.length > 1 ? parts.filter(({ id }) => openedIds.includes(id)) : [request]
  return (
    <Modal labelledBy={titleId} onClose={() => history.close()} screen split={aside !== undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the buttons of the switch */}
      <div ref={screen} className={styles.layers} onKeyDown={onKeyDown}>
        {opened.map((document) => {
          const isShown = document.id === shownId
          return (
            <div
              key={document.id}
              inert={!isShown}
              // It keeps its size while it is hidden, and so its position.
              className={classNames(styles.layer, !isShown && styles.away)}
            >
              <Part
                {...{ document, firstTicket, isShown, fullScreen, onRead }}
                isOfFreePaper={parts[0]?.isFree ?? false}
                titleId={isShown ? titleId : undefined}
                start={starts.get(document.id)}
                target={practised ?? null}
                only={practised ? pagesOf(exercises, practised, partOf(document.id) ?? 'video') : null}
                onClose={() => history.close()}
                onLeave={onClose}
                foot={exerciseBar(document)}
                exerciseOn={(page) => exerciseOn(document)(page)?.number}
                tool={
                  tool ?? (parts.length > 1 && <PartSwitch parts={parts} shownId={shownId} onShow={show} />)
                }
              />
            </div>
          )
        })}
      </div>
      {aside}
    </Modal>
  )
})

const NO_PARTS: readonly DocumentPart[] = []

function findShown(screen: HTMLElement | null, selector: string): HTMLElement | null {
  return screen?.querySelector<HTMLElement>(`:scope > :not([inert]) ${selector}`) ?? null
}

type PartProps = Omit<DocumentViewProps, 'request'> & {
  document: DocumentRequest | DocumentPart
  /** True when the paper's statement is free: its correction then opens to who has sat it. */
  isOfFreePaper: boolean
}

/** A document, or the reason why it cannot be opened; a document that is known to be refused is not requested. */
function Part({ document, isOfFreePaper, ...rest }: PartProps) {
  const access = useAccess()
  const [isOpened, setOpened] = useState(false)
  const onSat = useCallback(() => setOpened(true), [])
  const isRefused = isLocked(document, access) && !isOpened
  if (document.available && !isRefused) return <DocumentView request={document} {...rest} />
  const { titleId, tool, foot, onClose, onLeave } = rest
  const paper = parseSubjectDocumentId(document.id)
  const opensAfterExam = isOfFreePaper && document.available && paper?.part === 'correction'
  return (
    <div className={styles.viewer}>
      <ViewerToolbar title={document.title} titleId={titleId} tool={tool} onClose={onClose} />
      {isRefused && opensAfterExam ? (
        <ExamMessage paper={paper.subject} onLeave={onLeave} />
      ) : isRefused ? (
        <PremiumMessage isVisitor={access === 'visitor'} onLeave={onLeave} />
      ) : (
        <Message kind="info" text={comingSoonTexts[document.type]} />
      )}
      <div className={styles.foot}>{foot(null)}</div>
      {/* Beside the refusal, which it replaces only for who has sat the paper: the foot may be in use. */}
      {opensAfterExam && access === 'free' && (
        <Suspense>
          <SittingCheck subjectId={subjectId(paper.subject)} onSat={onSat} />
        </Suspense>
      )}
    </div>
  )
}
