import { Link } from 'react-router-dom'
import type { Theme } from '#shared/catalogue/themes.ts'
import type { Track } from '#shared/catalogue/tracks.ts'
import styles from './chapter-head.module.css'

/** Where a chapter stands: its track, its theme, its place in the theme. */
export function ChapterHead({ track, theme, number }: { track: Track; theme: Theme; number: number }) {
  return (
    <p className={styles.head}>
      <Link to={`/${track.slug}`} className={styles.track}>
        {track.label}
      </Link>
      <span className={styles.theme}>{theme.title}</span>
      <span>
        Chapitre {number} sur {theme.chapters.length}
      </span>
    </p>
  )
}
