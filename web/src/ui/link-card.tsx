import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from './card.tsx'
import styles from './link-card.module.css'

type LinkCardProps = {
  to: string
  title: string
  detail: string | undefined
  contents?: string
  /** Set for a link to the page before or after this one. */
  direction?: 'previous' | 'next'
}

export function LinkCard({ to, title, detail, contents, direction }: LinkCardProps) {
  const isPrevious = direction === 'previous'
  const Arrow = isPrevious ? ArrowLeft : ArrowRight
  return (
    <Link
      to={to}
      rel={direction && (isPrevious ? 'prev' : 'next')}
      className={classNames(styles.card, direction && styles[direction])}
    >
      <span className={styles.text}>
        <span className={styles.detail}>{detail}</span> <span className={styles.title}>{title}</span>
        {contents !== undefined && <span className={styles.detail}>{contents}</span>}
      </span>
      <Arrow size={20} aria-hidden="true" />
    </Link>
  )
}

type Neighbour = Pick<LinkCardProps, 'to' | 'title' | 'detail'>

type NeighbourNavProps = { label: string; previous: Neighbour | null; next: Neighbour | null }

export function NeighbourNav({ label, previous, next }: NeighbourNavProps) {
  return (
    <nav aria-label={label} className={styles.nav}>
      {previous && <LinkCard {...previous} direction="previous" />}
      {next && <LinkCard {...next} direction="next" />}
    </nav>
  )
}
