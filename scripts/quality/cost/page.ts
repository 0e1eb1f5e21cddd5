import type { Stage } from '#infra/stages.ts'
import { table } from '../generated-sections.ts'
import { formatLimit } from '../limits.ts'
import { type Basis, type Cost, costOfBill, costOfLine, createBill } from './bill.ts'
import { callCosts } from './call-costs.ts'
import { PRICE_NAMES, prices } from './prices.ts'
import { readRouteUnits } from './route-units.ts'
import { readStageFacts } from './stage-facts.ts'

/** Numbers of students. */
const SIZES = [0, 100, 1_000, 10_000, 1_000_000] as const

/** Options of a stage that cost something by themselves are off. */
const WITHOUT_OPTIONS = {
  firewall: false,
  limitSignIns: false,
  checkCompromisedCredentials: false,
  exportRetentionDays: 0,
  probe: false,
} as const satisfies Partial<Stage>

/** What a deployment of prod demands and its definition lacks: a receiver of alarms, whose messages have a key. */
const DEMANDED = { alarmEmail: 'exploitation@exemple.test' } as const satisfies Partial<Stage>

/** Reads the measured units and synthesises prod as it is deployed. @param changes what differs from its definition */
export function readBasis(changes: Partial<Stage> = {}): Basis {
  return { facts: readStageFacts('prod', { ...DEMANDED, ...changes }), units: readRouteUnits() }
}

/** What 1,000 students add to the bill of a stage without its optional parts, in US dollars a month. */
export function costPerThousand(): Cost {
  return costOfBill(createBill(1_000, readBasis(WITHOUT_OPTIONS))).variable
}

/** What prod costs without students, its options as configured, in US dollars a month. */
export function costWithoutStudents(): Cost {
  return costOfBill(createBill(0, readBasis())).whole
}

/** The generated sections of docs/cost.md. Seconds, since stages are synthesised. */
export function costSections(): Record<string, string> {
  const basis = readBasis()
  return {
    promise: promise(),
    sizes: sizes(basis),
    bill: bill(basis),
    calls: calls(basis),
  }
}

function promise(): string {
  const { paid, listed } = costPerThousand()
  const rows = [
    ['paid', usd(paid), formatLimit('costPerThousand')],
    ['at list price', usd(listed), ''],
  ]
  return table(['1,000 students, 20 hours each, a month', 'cost', 'limit'], rows)
}

function sizes(basis: Basis): string {
  const rows = SIZES.map((students) => {
    const { whole, variable } = costOfBill(createBill(students, basis))
    const perThousand = students === 0 ? '' : usd((variable.paid / students) * 1_000)
    return [
      amount(students),
      usd(whole.paid - variable.paid),
      usd(variable.paid),
      usd(whole.paid),
      perThousand,
      usd(whole.listed),
    ]
  })
  return table(['students', 'fixed', 'variable', 'paid', 'variable per 1,000', 'at list price'], rows)
}

/** One line for each price that a stage with students has an amount of. The prices themselves stand in prices.ts. */
function bill(basis: Basis): string {
  const thousand = createBill(1_000, basis)
  const bills = [createBill(0, basis), thousand]
  const rows = PRICE_NAMES.flatMap((name) => {
    const held = thousand.fixed[name] ?? 0
    const added = thousand.variable[name] ?? 0
    if (held + added === 0) return []
    const costs = bills.map((each) => usd(costOfLine(each, name).whole.paid))
    return [[prices[name].service, prices[name].unit, amount(held), amount(added), ...costs]]
  })
  return table(
    ['service', 'unit', 'stage holds', '1,000 students add', 'paid without students', 'paid with 1,000'],
    rows,
  )
}

function calls(basis: Basis): string {
  const rows = callCosts(basis).map(({ what, perThousand, brake, perHour }) => [
    what,
    `$${perThousand.toFixed(4)}`,
    brake,
    perHour === null ? '' : usd(perHour),
  ])
  return table(['call', '1,000 of them', 'brake', 'an hour'], rows)
}

function usd(value: number): string {
  return value >= 1_000 ? `$${amount(Math.round(value))}` : `$${value.toFixed(2)}`
}

function amount(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 })
}
