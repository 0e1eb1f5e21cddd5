import { Link } from 'react-router-dom'
import type { Theme } from '#shared/catalogue/themes.ts'
import type { TrackCode, TrackSlug } from '#shared/catalogue/tracks.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './theme-card.module.css'
import { ThemeIcon } from './theme-icon.tsx'

type ThemeCardProps = { theme: Theme; track: TrackCode; trackSlug: TrackSlug }

/** A theme with its count and a link to each chapter. */
export function ThemeCard({
  theme: { slug, title, resourceCount, chapters },
  track,
  trackSlug,
}: ThemeCardProps) {
  return (
    <Card track={track}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <ThemeIcon theme={slug} />
        </span>
        <div>
          <h3>{title}</h3>
          <p className={styles.count}>{resourceCount} ressources</p>
        </div>
      </div>
      <ol>
        {chapters.map((chapter, index) => (
          <li key={chapter}>
            <Link to={`/${trackSlug}/${slug}/${index + 1}`} className={styles.chapter}>
              {chapter}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
