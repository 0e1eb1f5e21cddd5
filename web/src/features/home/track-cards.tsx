import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { tracks } from '#shared/catalogue/tracks.ts'
import { FigurePanel } from '#web/ui/figure-panel.tsx'
import styles from './track-cards.module.css'
import { TrackFigure } from './track-figure.tsx'

/** One card a track: the ways into the site. */
export function TrackCards() {
  return (
    <ul className={styles.tracks}>
      {tracks.map(({ code, slug, label, pitch, figures }) => (
        <li key={code} data-track={code}>
          <Link to={`/${slug}`} className={styles.track}>
            <FigurePanel className={styles.figure}>
              <TrackFigure figure={figures.card} />
            </FigurePanel>
            <span className={styles.body}>
              <span className={styles.name}>
                <h3>{label}</h3>
                {label !== code && (
                  <span className={styles.code} aria-hidden="true">
                    {code}
                  </span>
                )}
              </span>
              <p>{pitch}</p>
              <span className={styles.more}>
                Voir les thèmes
                <ArrowRight size={18} aria-hidden="true" />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
