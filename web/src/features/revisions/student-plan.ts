import { chapterPath, examPath, paperPath } from '#shared/catalogue/page-path.ts'
import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import { chapterTitle, findTheme } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { PlanWork } from '#shared/domain/practice/plan-work.ts'
import { type ChapterKey, isSameChapter } from '#web/lib/progress/unsent-marks.ts'

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

/** Returns the text of a piece of work, and the page on which it is done. */
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
