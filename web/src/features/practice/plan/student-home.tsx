import { ArrowRight, BookOpen, CalendarCheck, Clock, RotateCcw } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { chapterPath, examPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { chapterTitle, type TrackCode } from '#shared/catalogue/tracks.ts'
import { listPractice, type MockExamView } from '#shared/contract/practice.ts'
import { OWN_THINGS } from '#shared/contract/start-script.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { documentLabel } from '#web/lib/documents/document-labels.ts'
import { type DocumentRequest, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { hourText } from '#web/lib/format.ts'
import { type HomePaper, waitText } from '#web/lib/home-content.ts'
import { keptExams } from '#web/lib/practice/kept-exams.ts'
import { noteSeen } from '#web/lib/progress/marks.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { classNames } from '#web/ui/card.tsx'
import { useDueDocuments } from './due-documents.tsx'
import { useLastRead } from './last-read.ts'
import styles from './student-home.module.css'
import {
  doneText,
  type OwnWork,
  planLink,
  useNextExam,
  useStudentPlan,
  useStudentWork,
} from './student-plan.ts'

const REVISIONS = '/mes-revisions'

/** More than the one that is shown, because others take the place of deleted documents. */
const DUE_LIMITS = { shown: 1, lookedUp: 6 }

type StudentHomeProps = {
  /** The published papers; null while they are not known. */
  papers: readonly HomePaper[] | null
}

export const StudentHome = withQueries(function StudentHome({ papers }: StudentHomeProps) {
  const practice = useKeptAnswer(listPractice, {})
  const { track, work, hasWorked, isPending } = useStudentWork(practice.data?.items ?? [])
  const lastRead = useLastRead(practice.data?.lastRead)
  const hasOwnThings = hasWorked || lastRead !== null
  useEffect(() => {
    if (hasOwnThings) browserStorage.setItem(OWN_THINGS, '1')
  }, [hasOwnThings])
  return (
    <section aria-labelledby="ma-preparation" className={styles.home} data-track={track ?? undefined}>
      <div className={styles.head}>
        <TimeLeft />
        <Link to={REVISIONS} className={styles.all}>
          Mes révisions
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      <ul className={styles.cards}>
        <ContinueCard practice={practice} lastRead={lastRead} track={track} />
        <WeekCard
          {...{ track, papers, work }}
          isPending={practice.isPending || isPending || papers === null}
          isUnknown={practice.isError && !practice.data}
        />
        <DueCard />
      </ul>
    </section>
  )
})

/** 'Examen national dans 128 jours' */
function TimeLeft() {
  const exam = useNextExam()
  return (
    <h2 id="ma-preparation" className={styles.time}>
      {exam ? (
        <>
          <span className={styles.exam}>{exam.label.replace(/, session normale$/, '')}</span>{' '}
          {waitText(exam.days)}
        </>
      ) : (
        'Ma préparation'
      )}
    </h2>
  )
}

type Practice = ReturnType<typeof useKeptAnswer<typeof listPractice>>

type ContinueCardProps = { practice: Practice; lastRead: DocumentRequest | null; track: TrackCode | null }

/** The examination that runs, else the document that was read last, else a first step. */
function ContinueCard({ practice, lastRead, track }: ContinueCardProps) {
  const openDocument = useOpenDocument()
  const account = useProfile()?.id ?? ''
  const running = runningExam(practice, account)
  if (running)
    return (
      <Card
        icon={Clock}
        label="Examen blanc en cours"
        title={running.title}
        detail={`Jusqu'à ${hourText(running.endsAt)}`}
        to={examPath(running)}
      />
    )
  if (lastRead) {
    const { title, page, exercise } = lastRead
    const detail = [page && `Page ${page}`, exercise && `Exercice ${exercise}`].filter(Boolean).join(' · ')
    return (
      <Card
        icon={BookOpen}
        label="Reprendre"
        title={title}
        detail={detail}
        onOpen={() => openDocument(lastRead)}
      />
    )
  }
  if (practice.isPending) return <Card icon={BookOpen} label="Reprendre" />
  return (
    <Card
      icon={BookOpen}
      label="Commencer"
      title="Choisir un sujet du bac"
      detail="Vous le reprendrez ici"
      to={track ? subjectsPath(track) : '/sujets-bac'}
    />
  )
}

function runningExam({ data }: Practice, account: string): MockExamView | undefined {
  if (!data) return undefined
  const now = new Date(serverNow()).toISOString()
  const ended = keptExams(account).filter(({ unsent }) => unsent !== null)
  return data.items.find(
    ({ id, finishedAt, endsAt }) =>
      finishedAt === null && endsAt > now && ended.every(({ exam }) => exam.id !== id),
  )
}

type WeekCardProps = {
  track: TrackCode | null
  papers: readonly HomePaper[] | null
  work: OwnWork
  isPending: boolean
  isUnknown: boolean
}

function WeekCard({ track, papers, work, isPending, isUnknown }: WeekCardProps) {
  const exam = useNextExam()
  const own = papers
    ?.filter((paper) => paper.track === track)
    .map((paper) => ({ id: subjectId(paper), isFree: paper.isFree, hasFile: true }))
  const plan = useStudentPlan(track, work, own ?? null)
  const card = { icon: CalendarCheck, label: 'Cette semaine', to: REVISIONS }
  if (isUnknown) return <Card {...card} title="Programme indisponible" detail="Il revient avec le réseau" />
  if (isPending || papers === null) return <Card {...card} />
  if (track === null) return <Card {...card} title="Choisir ma filière" detail="Votre programme en dépend" />
  if (!exam) return <Card {...card} title="Faire le point" detail="La prochaine date sera annoncée ici" />
  if (!plan) return <Card {...card} />
  const { done, weeks } = plan
  const left = weeks[0]?.work ?? []
  const [next] = left
  const count = done + left.length
  const steps = (note?: string) => (
    <span className={styles.steps}>
      <span className={styles.note}>{note}</span> <span>{doneText(done, count)}</span>
      <progress className={styles.progress} value={done} max={count} aria-hidden="true" />
    </span>
  )
  if (!next)
    return count > 0 ? (
      <Card {...card} title="Tout est fait" detail={steps()} />
    ) : (
      <Card {...card} title="Rien de prévu" />
    )
  const { text, to, note } = planLink(next, track)
  return <Card {...card} title={text} detail={steps(note)} to={to} />
}

function DueCard() {
  const account = useProfile()?.id
  const openDocument = useOpenDocument()
  const { items, count, hasMarks, isPending, isUnknown } = useDueDocuments(DUE_LIMITS)
  const [first] = items
  const card = { icon: RotateCcw, label: "À revoir aujourd'hui", to: REVISIONS }
  if (!first) {
    if (isUnknown) return <Card {...card} title="Suivi indisponible" detail="Il revient avec le réseau" />
    if (isPending) return <Card {...card} />
    const detail = hasMarks
      ? 'Ce qui est marqué «\u00a0À revoir\u00a0» revient ici'
      : 'Marquez un document «\u00a0À revoir\u00a0»'
    return <Card {...card} title="Rien à revoir" detail={detail} />
  }
  const { chapter, id, item } = first
  const { track, theme, chapter: number } = chapter
  const shown = { ...card, count, title: chapterTitle(track, theme, number) }
  if (!item) return <Card {...shown} detail="Voir le chapitre" to={chapterPath(track, theme, number)} />
  return (
    <Card
      {...shown}
      detail={`${documentLabel(item)} · ${item.year} ${item.session}`}
      onOpen={() => {
        openDocument(item)
        if (account) noteSeen(account, chapter, id)
      }}
    />
  )
}

type CardProps = {
  icon: ComponentType<{ 'aria-hidden': true }>
  label: string
  count?: number
  /** Undefined while it is not known. */
  title?: string | undefined
  detail?: ReactNode
  /** The page to which it leads, unless it opens a document. */
  to?: string
  onOpen?: () => void
}

function Card({ icon: Icon, label, count, title, detail, to = REVISIONS, onOpen }: CardProps) {
  const content = (
    <>
      <Icon aria-hidden />
      <span className={styles.text}>
        <span className={styles.label}>
          {label} {count !== undefined && <span className={styles.count}>{count}</span>}
        </span>{' '}
        <span className={styles.title}>{title}</span> <span className={styles.detail}>{detail}</span>
      </span>
    </>
  )
  return (
    <li className={classNames(styles.card, title === undefined && styles.pending)}>
      {onOpen ? (
        <button type="button" className={styles.action} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <Link to={to} className={styles.action}>
          {content}
        </Link>
      )}
    </li>
  )
}
