import { optionalComponent } from '#web/lib/lazy-component.tsx'

/** Where a student stands in a theme; fetched for who is signed in. */
export const ThemeProgressPart = optionalComponent(
  async () => (await import('./theme-progress.tsx')).ThemeProgress,
)

/** Where a student stands in a chapter; fetched for who is signed in. */
export const ChapterCountPart = optionalComponent(
  async () => (await import('./chapter-count.tsx')).ChapterCount,
)
