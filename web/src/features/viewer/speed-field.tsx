import styles from './speed-field.module.css'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** How fast a video plays. */
export function SpeedField({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((one, other) => one - other)
  return (
    <label className={styles.field}>
      Vitesse
      <select
        className={styles.speeds}
        value={speed}
        onChange={({ target }) => onSpeed(Number(target.value))}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {String(each).replace('.', ',')} ×
          </option>
        ))}
      </select>
    </label>
  )
}
