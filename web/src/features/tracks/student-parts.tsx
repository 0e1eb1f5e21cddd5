import { optionalPart } from '#web/lib/optional-part.ts'

/** Where a student stands in a theme; fetched for who is signed in. */
export const ThemeProgressPart = optionalPart(
  async () => (await import('./theme-progress.tsx')).ThemeProgress,
)

/** Where a student stands in a chapter; fetched for who is signed in. */
export const ChapterCountPart = optionalPart(async () => (await import('./chapter-count.tsx')).ChapterCount)
