import { chapterPath, examPath, paperPath } from '#shared/catalogue/page-path.ts'
import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { chapterTitle, findTheme } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import type { PlanWork } from '#shared/domain/practice/plan-work.ts'
import type { PlannedWeek } from '#shared/domain/practice/study-plan.ts'
import type { ReviewedDocument } from '#web/lib/progress/marks.ts'
import { type ChapterKey, isSameChapter } from '#web/lib/progress/unsent-marks.ts'
import type { OwnWork } from './student-track.ts'

/** Returns each chapter that the track teaches, once. */
export function taughtChapters(
  track: TrackCode,
  chapters: readonly { theme: string; chapter: number }[],
): ChapterKey[] {
  return chapters
    .flatMap(({ theme: slug, chapter }): ChapterKey[] => {
      const theme = findTheme(track, slug)
      return theme?.chapters[chapter - 1] ? [{ track, theme: theme.slug, chapter }] : []
    })
    .filter((one, at, all) => all.findIndex((other) => isSameChapter(one, other)) === at)
}

export function planLink(work: PlanWork, track: TrackCode): { text: string; to: string } {
  if (work.kind === 'chapter') {
    const { theme, chapter } = work.chapter
    return { text: `Revoir ${chapterTitle(track, theme, chapter)}`, to: chapterPath(track, theme, chapter) }
  }
  const paper = parseSubjectId(work.subjectId)
  if (!paper) throw new Error(`${work.subjectId} is no paper`)
  const name = `${paper.year} ${paper.session}`
  if (work.kind === 'paper') return { text: `Passer le sujet ${name}`, to: examPath(paper) }
  const path = paperPath(paper)
  return {
    text: `${work.isAgain ? 'Refaire' : 'Faire'} l'exercice ${work.number} du sujet ${name}\u00a0: ${work.title}`,
    to: work.isOpen ? `${path}?exercice=${work.number}` : path,
  }
}

/**
 * Returns how many tasks of this week are done, and those that are left. Done are the papers and exercises of since
 * Monday, also those to be done again that were marked since then, and the planned chapters whose documents were looked at since then and are not due again.
 * @param today YYYY-MM-DD
 */
export function thisWeek(
  [first]: readonly PlannedWeek<PlanWork>[],
  { exams, practiced, reviewed }: OwnWork,
  today: string,
): { done: number; left: PlanWork[] } {
  const monday = daysBefore(today, (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7)
  const isRecent = (at: string | null) => at !== null && at >= monday
  const planned = first?.work ?? []
  const left = planned.filter((work) => work.kind !== 'chapter' || !isSeen(work.chapter, reviewed, monday))
  const recent = [
    ...exams.map(({ finishedAt }) => finishedAt),
    ...practiced.map(({ isDone, doneAt }) => (isDone ? doneAt : null)),
    ...practiced.flatMap(({ exercises }) =>
      exercises
        .filter(
          ({ earned, redo, redoAt, earnedAt }) => earned !== null && (!redo || isAfter(earnedAt, redoAt)),
        )
        .map(({ earnedAt }) => earnedAt),
    ),
  ].filter(isRecent)
  return { done: recent.length + planned.length - left.length, left }
}

function isAfter(one: string | null, other: string | null): boolean {
  return (one ?? '') > (other ?? '')
}

function isSeen(
  { theme, chapter }: { theme: string; chapter: number },
  reviewed: readonly ReviewedDocument[],
  monday: string,
): boolean {
  const documents = reviewed.filter(
    (each) => each.chapter.theme === theme && each.chapter.chapter === chapter,
  )
  return (
    documents.some(({ seen }) => seen !== null && seen >= monday) && documents.every(({ isDue }) => !isDue)
  )
}
