import type { Theme } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { useTrackMarks } from '#web/lib/progress/use-marks.ts'
import { ProgressBar } from '#web/ui/loading.tsx'
import styles from './theme-progress.module.css'

/** In how many chapters of a theme a student has marked something; nothing before the first. */
export function ThemeProgress({ track, theme }: { track: TrackCode; theme: Theme }) {
  const { ofChapter } = useTrackMarks(track)
  const begun = theme.chapters.filter(
    (_, index) => ofChapter({ theme: theme.slug, chapter: index + 1 }).size > 0,
  ).length
  if (begun === 0) return null
  return (
    <div className={styles.progress}>
      <p className={styles.text}>{begunText(begun, theme.chapters.length)}</p>
      <ProgressBar value={begun} max={theme.chapters.length} />
    </div>
  )
}

/** '2 chapitres commencés sur 5' */
function begunText(begun: number, all: number): string {
  return `${begun} ${begun > 1 ? 'chapitres commencés' : 'chapitre commencé'} sur ${all}`
}
