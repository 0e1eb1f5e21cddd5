import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { FigurePanel } from '#web/ui/figure-panel.tsx'
import styles from './track-cards.module.css'
import { TrackFigure } from './track-figure.tsx'

const pitches: Record<TrackCode, string> = {
  SM: 'Le programme complet des sciences mathématiques, de la mécanique au dipôle RLC forcé.',
  PC: 'Toute la physique et toute la chimie de la filière, chapitre par chapitre.',
  SVT: "L'essentiel de la physique-chimie pour l'examen national de la filière SVT.",
}

/** The three ways into the site. */
export function TrackCards() {
  return (
    <ul className={styles.tracks}>
      {tracks.map(({ code, slug, label }) => (
        <li key={code} data-track={code}>
          <Link to={`/${slug}`} className={styles.track}>
            <FigurePanel className={styles.figure}>
              <TrackFigure track={code} />
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
              <p>{pitches[code]}</p>
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
