import { type Basis, SIZES } from './basis.ts'
import { type Bill, billOf, sumOf } from './bill.ts'
import { type Cost, costPerThousand, costsOf, total, withoutSwitches } from './costs.ts'
import { count, table, usd } from './format.ts'
import { PRICE_NAMES, type Price, type PriceName, prices } from './prices.ts'
import type { StackFacts } from './stack-facts.ts'
import { switchesOf } from './switches.ts'
import { compute, student } from './usage.ts'

export function byService(basis: Basis): string {
  const bills = SIZES.map((students) =>
    costsOf(billOf(students, { facts: basis.stages.prod, units: basis.units })),
  )
  const services = [...new Set(PRICE_NAMES.map((name) => prices[name].service))]
  const rows = services.map((service) => {
    const names = PRICE_NAMES.filter((name) => prices[name].service === service)
    return [service, ...bills.map((bill) => usd(total(names.map((name) => bill[name].whole)).paid))]
  })
  return `## By service, paid

${table(['', ...SIZES.map((students) => `${count(students)} students`)], rows)}`
}

export function thousand(basis: Basis): string {
  const facts = withoutSwitches(basis.stages.prod)
  const bill = billOf(1_000, { facts, units: basis.units })
  const sum = costPerThousand(facts, basis.units)
  return `## What 1,000 students bring (P15)

${table(
  ['service', 'of what', 'a month', 'given', 'listed', 'paid'],
  [
    ...linesOf(bill, 'variable').map(({ name, amount, cost }) => [
      prices[name].service,
      prices[name].unit,
      count(amount),
      count(allowanceOf(prices[name])),
      usd(cost.listed),
      usd(cost.paid),
    ]),
    ['**all**', '', '', '', `**${usd(sum.listed)}**`, `**${usd(sum.paid)}**`],
  ],
)}

Without AWS's allowances the heartbeats alone (${count(heartbeats())} a student) cost ${usd(heartbeatCost(basis))} per 1,000 students: a call passes CloudFront, the gateway, a
function and one write. That is the price of a session that the server knows to the minute; two thirds of it is CloudFront and the gateway. Documents at the edge
and accounts beyond Cognito's first 10,000 are the other large parts of the listed sum.`
}

const heartbeats = () => student.hours * student.heartbeatsPerHour

function heartbeatCost({ units, stages }: Basis): number {
  const each: [PriceName, number][] = [
    ['edgeRequests', 1],
    ['gatewayRequests', 1],
    ['lambdaRequests', 1],
    ['lambdaCompute', (compute.perCall * stages.prod.memoryMb) / 1024],
    ['tableWrites', units.renewSession.write],
    ['tableReads', units.renewSession.read],
  ]
  return sumOf(each.map(([name, amount]) => 1_000 * heartbeats() * amount * firstStep(prices[name])))
}

function firstStep({ usd: price }: Price): number {
  return typeof price === 'number' ? price : price[0].usd
}

export function fixedParts({ units, stages }: Basis): string {
  const bills = {
    dev: billOf(0, { facts: stages.dev, units }),
    prod: billOf(0, { facts: stages.prod, units }),
  }
  const lines = linesOf(bills.prod, 'fixed').filter(({ cost }) => cost.listed >= 0.005)
  const dev = costsOf(bills.dev)
  const sum = (bill: Bill) => total(Object.values(costsOf(bill)).map(({ whole }) => whole)).paid
  return `## What a stage costs before anybody comes

Its owners' work (some 1,000 calls) and the daily runs included; less than half a cent is left out.

${table(
  ['service', 'of what', 'prod holds', 'given', 'prod pays', 'dev pays'],
  [
    ...lines.map(({ name, amount, cost }) => [
      prices[name].service,
      prices[name].unit,
      count(amount),
      count(allowanceOf(prices[name])),
      usd(cost.paid),
      usd(dev[name].whole.paid),
    ]),
    ['**all**', '', '', '', `**${usd(sum(bills.prod))}**`, `**${usd(sum(bills.dev))}**`],
  ],
)}`
}

export function switches(basis: Basis): string {
  const { units, stages } = basis
  const { prod } = stages
  const paid = (students: number, facts: StackFacts) =>
    total(Object.values(costsOf(billOf(students, { facts, units }))).map(({ whole }) => whole)).paid
  const rows = switchesOf(basis).map(({ name, on, off }) => [
    name,
    ...[0, ...SIZES].map((students) => usd(paid(students, on(prod)) - paid(students, off(prod)))),
  ])
  return `## What a switch adds

${table(['switch', 'nobody', ...SIZES.map((students) => `${count(students)} students`)], rows)}`
}

type Line = { name: PriceName; amount: number; cost: Cost }

function linesOf(bill: Bill, part: 'fixed' | 'variable'): Line[] {
  const costs = costsOf(bill)
  return PRICE_NAMES.flatMap((name) => {
    const amount = bill[part][name] ?? 0
    return amount > 0 ? [{ name, amount, cost: costs[name][part === 'fixed' ? 'whole' : 'variable'] }] : []
  })
}

export function allowanceOf(price: Price): number {
  return price.allowance ?? 0
}
