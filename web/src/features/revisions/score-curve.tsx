import { formatShortCalendarDay } from '#web/lib/format/dates.ts'
import { decimalText } from '#web/lib/format/quantities.ts'
import styles from './score-curve.module.css'

/** A score out of 20, of an examination or of the single exercises of a day; `day` is YYYY-MM-DD. */
export type ScorePoint = { key: string; day: string; score: number; isExam: boolean }

const OUT_OF = 20
const LEVELS = [20, 15, 10, 5, 0]
/** With more labels than this, they would overlap on a phone. */
const MOST_LABELS = 7

/**
 * Draws scores out of 20 over time, the oldest first: examinations full, days of exercises hollow. A table beside it
 * says the same to screen readers.
 */
export function ScoreCurve({ points: scores }: { points: readonly ScorePoint[] }) {
  const points = scores.map((score, index) => ({
    ...score,
    x: scores.length === 1 ? 50 : (index * 100) / (scores.length - 1),
    y: 100 - (score.score * 100) / OUT_OF,
  }))
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  const isLabelled = (index: number) =>
    points.length <= MOST_LABELS || index === points.length - 1 || index === 0
  return (
    <div aria-hidden="true" className={styles.chart}>
      <div className={styles.levels}>
        {LEVELS.map((level) => (
          <span key={level}>{level}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.drawing}>
          {LEVELS.map((level) => {
            const y = 100 - (level * 100) / OUT_OF
            return (
              <path key={level} d={`M0 ${y}H100`} className={level === 10 ? styles.pass : styles.level} />
            )
          })}
          {points.length > 1 && (
            <>
              <polygon points={`0,100 ${line} 100,100`} className={styles.area} />
              <polyline points={line} className={styles.line} />
            </>
          )}
        </svg>
        {points.map(({ key, score, isExam, x, y }, index) => (
          <span key={key} data-exam={isExam} className={styles.point} style={{ left: `${x}%`, top: `${y}%` }}>
            {isLabelled(index) && <span className={styles.score}>{decimalText(score)}</span>}
          </span>
        ))}
      </div>
      <div className={styles.days}>
        {points.map(
          ({ key, day, x }, index) =>
            isLabelled(index) && (
              <span key={key} style={{ left: `${x}%` }}>
                {formatShortCalendarDay(day)}
              </span>
            ),
        )}
      </div>
    </div>
  )
}
