import type { ChapterProgress } from '#shared/contract/progress.ts'
import type { MarkedChapter } from '../data/progress.ts'

export function progressView({ track, theme, chapter, marks }: MarkedChapter): ChapterProgress {
  return { track, theme, chapter, marks: Array.from(marks, ([id, kept]) => ({ id, ...kept })) }
}
