import type { WatchedAccount } from '#shared/contract/admin/watch.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { Table } from '#web/ui/table.tsx'
import { ChartFigures } from '../list-parts.tsx'
import styles from './watch.module.css'

const HEIGHT = 40

/** Shows the documents of each day as bars, and every figure as a table. */
export function DayChart({ account, days }: { account: WatchedAccount; days: number }) {
  const today = moroccanToday()
  const first = daysBefore(today, days - 1)
  const byDay = new Map(account.days.map((each) => [each.day, each.documents]))
  const bars = Array.from({ length: days }, (_, index) => byDay.get(daysBefore(first, -index)) ?? 0)
  const top = Math.max(1, ...bars)
  return (
    <>
      {/* The table below has the same figures. */}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((count, index) => {
          const height = (count / top) * HEIGHT
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          return <rect key={index} x={index + 0.1} width={0.8} y={HEIGHT - height} height={height} />
        })}
      </svg>
      <ChartFigures>
        <Table
          caption={`Utilisation de ${account.email} par jour`}
          columns={['Jour', 'Documents', 'Navigateurs', 'Changements de navigateur', 'Réseaux']}
          inline
        >
          {account.days.map(({ day, documents, browsers, deviceChanges, networks, networksAlternate }) => (
            <tr key={day}>
              <th scope="row">{formatCalendarDay(day)}</th>
              <td data-label="Documents">{documents}</td>
              <td data-label="Navigateurs">{browsers}</td>
              <td data-label="Changements de navigateur">{deviceChanges}</td>
              <td data-label="Réseaux">{networksAlternate ? `${networks}, tour à tour` : networks}</td>
            </tr>
          ))}
        </Table>
      </ChartFigures>
    </>
  )
}
