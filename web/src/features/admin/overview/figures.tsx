import { Fragment } from 'react'
import type { Overview, WeekCount } from '#shared/contract/admin/overview.ts'
import { counted, dirhams } from '#web/features/admin/admin-texts.ts'
import { type Column, DataTable } from '#web/features/admin/data-list.tsx'
import { ChartFigures } from '#web/features/admin/list-parts.tsx'
import { formatCalendarDay, formatShortCalendarDay } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './overview.module.css'

/** The units of the drawing, which is stretched to the space available. */
const WIDTH = 120
export const HEIGHT = 100
/** A scale that ends at 1 would draw a single sign-up as high as the chart. */
const LOWEST_TOP = 4

/** Returns the count at the upper edge, and the two bars of each week: their left edge, width and heights. */
export function layOutBars(weeks: readonly WeekCount[]) {
  const top = Math.max(LOWEST_TOP, ...weeks.flatMap(({ signUps, activations }) => [signUps, activations]))
  const step = WIDTH / Math.max(weeks.length, 1)
  const bars = weeks.map(({ week, signUps, activations }, index) => ({
    week,
    x: (index + 0.15) * step,
    width: step * 0.35,
    signUps: (signUps / top) * HEIGHT,
    activations: (activations / top) * HEIGHT,
    // More dates would overlap.
    isLabelled: (weeks.length - index) % 3 === 2,
  }))
  return { top, bars }
}

const columns: readonly Column<WeekCount>[] = [
  { title: 'Semaine du', cell: ({ week }) => formatCalendarDay(week) },
  { title: 'Inscriptions', cell: ({ signUps }) => signUps.toLocaleString('fr-FR') },
  { title: 'Activations', cell: ({ activations }) => activations.toLocaleString('fr-FR') },
]

export function WeekChart({ weeks }: { weeks: readonly WeekCount[] }) {
  const { top, bars } = layOutBars(weeks)
  return (
    <Card>
      <h3>Inscriptions et activations par semaine</h3>
      <p>{summary(weeks)}</p>
      <p className={styles.legend} aria-hidden="true">
        <span>Inscriptions</span>
        <span className={styles.activations}>Activations Premium</span>
      </p>
      {/* The table below has the same figures. */}
      <div className={styles.chart} aria-hidden="true">
        <p className={styles.top}>{top.toLocaleString('fr-FR')}</p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          {bars.map(({ week, x, width, signUps, activations }) => (
            <Fragment key={week}>
              <rect className={styles.signUpBar} x={x} width={width} y={HEIGHT - signUps} height={signUps} />
              <rect
                className={styles.activationBar}
                x={x + width}
                width={width}
                y={HEIGHT - activations}
                height={activations}
              />
            </Fragment>
          ))}
        </svg>
        <p className={styles.weeks}>
          {bars.map(({ week, isLabelled }) => (
            <span key={week}>{isLabelled && formatShortCalendarDay(week)}</span>
          ))}
        </p>
      </div>
      <ChartFigures>
        <DataTable
          caption="Inscriptions et activations par semaine"
          columns={columns}
          items={weeks}
          keyBy="week"
          inline
        />
      </ChartFigures>
    </Card>
  )
}

/** '240 inscriptions et 31 activations en 12 semaines.' */
function summary(weeks: readonly WeekCount[]): string {
  const sum = (field: 'signUps' | 'activations') => weeks.reduce((total, week) => total + week[field], 0)
  const done = `${counted(sum('signUps'), 'inscription')} et ${counted(sum('activations'), 'activation')}`
  return `${done} en ${counted(weeks.length, 'semaine')}.`
}

export function Counts({ figures }: { figures: Overview }) {
  const counts = [
    { label: 'Utilisateurs', value: figures.users },
    { label: 'Premium', value: figures.premium },
    { label: 'Ressources', value: figures.resources },
    { label: 'Sujets du bac', value: figures.subjects },
    { label: 'Sujets manquants', value: figures.missingSubjects.length },
  ]
  return (
    <dl className={styles.counts}>
      {counts.map(({ label, value }) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('fr-FR')}</dd>
        </div>
      ))}
    </dl>
  )
}

const saleColumns: readonly Column<Overview['cardSales'][number]>[] = [
  { title: 'Lieu de vente', cell: ({ label }) => label },
  { title: 'Cartes activées', cell: ({ used }) => used.toLocaleString('fr-FR') },
  { title: 'Somme', cell: ({ sum }) => dirhams(sum) },
]

export function CardSales({ sales }: { sales: Overview['cardSales'] }) {
  if (sales.length === 0) return null
  return (
    <Card>
      <h3>Cartes vendues</h3>
      <DataTable caption="Cartes vendues" columns={saleColumns} items={sales} keyBy="label" inline />
    </Card>
  )
}
