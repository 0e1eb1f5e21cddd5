import { NavLink } from 'react-router-dom'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './track-switch.module.css'

/** From the table of one track to that of another. */
export function TrackSwitch({ current }: { current: TrackCode }) {
  return (
    <nav aria-label="Filières" className={styles.switch}>
      {tracks.map(({ code, label }) => (
        <NavLink
          key={code}
          to={subjectsPath(code)}
          className={classNames(styles.link, code === current && styles.current)}
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
