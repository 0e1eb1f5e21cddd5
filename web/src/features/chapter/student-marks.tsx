import { Check, type LucideIcon, RotateCcw } from 'lucide-react'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import { chapterTitle } from '#shared/catalogue/tracks.ts'
import type { Mark } from '#shared/domain/practice/progress.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { detailOf } from '#web/lib/api/failure.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { unsentMarksText } from '#web/lib/browser-storage.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { useOnline } from '#web/lib/network.ts'
import { countMarks, useMarkDocument, useMarks } from '#web/lib/progress/marks.ts'
import { type ChapterKey, marksSender, unsentChapters } from '#web/lib/progress/unsent-marks.ts'
import { RetryButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import styles from './student-marks.module.css'

const MARK_LABELS: { mark: Mark; label: string; Icon: LucideIcon }[] = [
  { mark: 'done', label: 'Fait', Icon: Check },
  { mark: 'review', label: 'À revoir', Icon: RotateCcw },
]

const AskQuestion = optionalComponent(async () => (await import('#web/ui/ask-question.tsx')).AskQuestion)

export function ChapterProgress({ chapter, items }: { chapter: ChapterKey; items?: readonly ChapterItem[] }) {
  if (items) return <Progress chapter={chapter} items={items} />
  const { track, theme, chapter: number } = chapter
  return (
    <AskQuestion
      about={{ chapter: `${track}/${theme}/${number}` }}
      subject={chapterTitle(track, theme, number) ?? ''}
    />
  )
}

function Progress({ chapter, items }: { chapter: ChapterKey; items: readonly ChapterItem[] }) {
  const { ofChapter, isUnknown, retry } = useMarks()
  const marks = ofChapter(chapter)
  const { done, review } = countMarks(items.map(({ id }) => marks.get(id)))
  return (
    <div className={styles.progress}>
      <p className={styles.text}>
        <span>{progressText(done, items.length, review)}</span>
        <span aria-hidden="true" className={styles.legend}>
          {MARK_LABELS.map(({ mark, label, Icon }) => (
            <span key={mark} className={styles.sign}>
              <Icon size={16} /> {label}
            </span>
          ))}
        </span>
      </p>
      <ProgressBar value={done} max={items.length} />
      {isUnknown && (
        <p role="status" className={styles.unknown}>
          Votre suivi n'a pas pu être chargé.
          <RetryButton variant="link" onClick={retry} />
        </p>
      )}
      <UnsentNote />
    </div>
  )
}

/** '3 / 12 faits, 1 à revoir' */
function progressText(done: number, all: number, review: number): string {
  const text = `${done} / ${all} ${done > 1 ? 'faits' : 'fait'}`
  return review > 0 ? `${text}, ${review} à revoir` : text
}

function UnsentNote() {
  const account = useProfile()?.id ?? null
  const isOnline = useOnline()
  const failure = useSyncExternalStore(marksSender.onFailure, marksSender.failure, () => null)
  const kept = useSyncExternalStore(unsentMarksText.onChange, unsentMarksText.read, () => null)
  const isUnsent = useMemo(
    () => account !== null && unsentChapters(account, kept).length > 0,
    [account, kept],
  )
  return (
    <div role="status" className={styles.unsent}>
      {isUnsent && !isOnline && (
        <p>Votre suivi est gardé sur cet appareil et sera enregistré au retour du réseau.</p>
      )}
      {isUnsent && isOnline && failure && (
        <div className={styles.note}>
          <p>
            {`Votre suivi n'a pas pu être enregistré. Il est gardé sur cet appareil. ${detailOf(failure, '')}`}
          </p>
          <RetryButton onClick={() => void marksSender.send()} />
        </div>
      )}
    </div>
  )
}

export function DocumentMarks({ chapter, id, label }: { chapter: ChapterKey; id: string; label: string }) {
  const { KeptMark } = useContext(DocumentViewerContext)
  const current = useMarks().ofChapter(chapter).get(id)?.mark
  const markDocument = useMarkDocument(chapter)
  return (
    <div role="group" aria-label={`Suivi : ${label}`} className={styles.marks}>
      <span className={styles.kept}>
        <KeptMark id={id} />
      </span>
      {MARK_LABELS.map(({ mark, label: markLabel, Icon }) => (
        <button
          key={mark}
          type="button"
          title={markLabel}
          aria-pressed={mark === current}
          className={classNames(styles.mark, styles[mark])}
          onClick={() => markDocument(id, mark === current ? null : mark)}
        >
          <Icon size={20} aria-hidden="true" />
          <span className={styles.word}>{markLabel}</span>
        </button>
      ))}
    </div>
  )
}
