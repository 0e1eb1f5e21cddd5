import { Link } from 'react-router-dom'
import type { Theme } from '#shared/catalogue/themes.ts'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { FigurePanel } from '#web/ui/figure-panel.tsx'
import { StudentPart } from '#web/ui/student-part.tsx'
import { ThemeFigure } from '#web/ui/theme-figure.tsx'
import { ChapterCountPart, ThemeProgressPart } from './student-parts.tsx'
import styles from './theme-card.module.css'
import { ThemeIcon } from './theme-icon.tsx'

type ThemeCardProps = { theme: Theme; track: TrackCode }

/** A theme with its count and a link to each chapter, like a line of a book's contents. */
export function ThemeCard({ theme, track }: ThemeCardProps) {
  const { slug, title, resourceCount, chapters } = theme
  return (
    <li className={styles.card}>
      <div className={styles.figure}>
        <FigurePanel className={styles.drawing}>
          <ThemeFigure theme={slug} />
        </FigurePanel>
        <StudentPart>
          <ThemeProgressPart track={track} theme={theme} />
        </StudentPart>
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.icon}>
            <ThemeIcon theme={slug} />
          </span>
          <h3 id={slug}>{title}</h3>
          <p className={styles.count}>{resourceCount} ressources</p>
        </div>
        <ol className={styles.chapters}>
          {chapters.map((chapter, index) => (
            <li key={chapter}>
              <Link to={`/${findTrack(track).slug}/${slug}/${index + 1}`} className={styles.chapter}>
                <span aria-hidden="true" className={styles.number}>
                  {index + 1}
                </span>
                {chapter}
                <StudentPart className={styles.marks}>
                  <ChapterCountPart place={{ track, theme: slug, chapter: index + 1 }} />
                </StudentPart>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </li>
  )
}
