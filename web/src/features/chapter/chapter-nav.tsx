import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '#web/ui/class-names.ts'
import styles from './chapter-nav.module.css'
import type { Neighbour, Neighbours } from './chapter-neighbours.ts'

/** On to the chapter before and the one after. */
export function ChapterNav({ previous, next }: Neighbours) {
  return (
    <nav aria-label="Chapitres voisins" className={styles.nav}>
      {previous && (
        <NeighbourLink neighbour={previous} rel="prev" direction="Chapitre précédent">
          <ArrowLeft size={20} aria-hidden="true" />
        </NeighbourLink>
      )}
      {next && (
        <NeighbourLink neighbour={next} rel="next" direction="Chapitre suivant">
          <ArrowRight size={20} aria-hidden="true" />
        </NeighbourLink>
      )}
    </nav>
  )
}

type NeighbourLinkProps = {
  neighbour: Neighbour
  rel: 'prev' | 'next'
  direction: string
  children: React.ReactNode
}

function NeighbourLink({
  neighbour: { to, title, theme },
  rel,
  direction,
  children: arrow,
}: NeighbourLinkProps) {
  return (
    <Link to={to} rel={rel} className={classNames(styles.link, rel === 'next' && styles.next)}>
      {arrow}
      <span className={styles.text}>
        <span className={styles.direction}>
          {direction} · {theme}
        </span>{' '}
        <span className={styles.title}>{title}</span>
      </span>
    </Link>
  )
}
