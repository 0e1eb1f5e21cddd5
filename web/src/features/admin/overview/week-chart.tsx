import type { WeekCount } from '#shared/contract/admin-overview.ts'
import { formatCalendarDay, formatShortCalendarDay } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted } from '../counted.ts'
import { type Bar, chartOf, HEIGHT, WIDTH } from './week-bars.ts'
import styles from './week-chart.module.css'

/** Sign-ups and Premium activations of the last weeks: a drawing, and the same as a table for who cannot see it. */
export function WeekChart({ weeks }: { weeks: readonly WeekCount[] }) {
  const { top, bars } = chartOf(weeks)
  return (
    <Card>
      <h3>Inscriptions et activations par semaine</h3>
      <p>{summaryOf(weeks)}</p>
      <p className={styles.legend} aria-hidden="true">
        <span>Inscriptions</span>
        <span className={styles.activations}>Activations Premium</span>
      </p>
      {/* The table below says the same in words. */}
      <div className={styles.chart} aria-hidden="true">
        <p className={styles.top}>{top.toLocaleString('fr-FR')}</p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          {bars.map((bar) => (
            <WeekBars key={bar.week} bar={bar} />
          ))}
        </svg>
        <p className={styles.weeks}>
          {bars.map(({ week, isLabelled }) => (
            <span key={week}>{isLabelled && formatShortCalendarDay(week)}</span>
          ))}
        </p>
      </div>
      <details className={styles.details}>
        <summary>Voir les chiffres</summary>
        <Table
          caption="Inscriptions et activations par semaine"
          columns={['Semaine du', 'Inscriptions', 'Activations']}
          inline
        >
          {weeks.map(({ week, signUps, activations }) => (
            <tr key={week}>
              <th scope="row">{formatCalendarDay(week)}</th>
              <td data-label="Inscriptions">{signUps.toLocaleString('fr-FR')}</td>
              <td data-label="Activations">{activations.toLocaleString('fr-FR')}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}

function WeekBars({ bar: { x, width, signUps, activations } }: { bar: Bar }) {
  return (
    <>
      <rect className={styles.signUpBar} x={x} width={width} y={HEIGHT - signUps} height={signUps} />
      <rect
        className={styles.activationBar}
        x={x + width}
        width={width}
        y={HEIGHT - activations}
        height={activations}
      />
    </>
  )
}

/** '240 inscriptions et 31 activations en 12 semaines.' */
function summaryOf(weeks: readonly WeekCount[]): string {
  const sum = (field: 'signUps' | 'activations') => weeks.reduce((total, week) => total + week[field], 0)
  const done = `${counted(sum('signUps'), 'inscription')} et ${counted(sum('activations'), 'activation')}`
  return `${done} en ${counted(weeks.length, 'semaine')}.`
}
