import type { RouteName } from '#shared/contract/routes.ts'
import { bars } from '../bench/bars.ts'
import { type Basis, SIZES } from './basis.ts'
import { billOf, studentCalls } from './bill.ts'
import { allowanceOf, byService, fixedParts, switches, thousand } from './bill-sections.ts'
import { costPerThousand, costsOf, total, withoutSwitches } from './costs.ts'
import { count, percent, plain, table, usd } from './format.ts'
import { limits, limitsByStudents } from './limits-section.ts'
import { PRICE_NAMES, type Price, prices } from './prices.ts'
import { compute, MEASURED_CALL, student, traffic } from './usage.ts'

/** US dollars for 1,000 students of 20 hours a month (P15). */
const BAR_USD = bars.costPerThousand.limit.atMost

/** The page's main figures, for programs. US dollars a month. */
export function figuresOf(basis: Basis) {
  const facts = withoutSwitches(basis.stages.prod)
  return {
    perThousand: costPerThousand(facts, basis.units),
    perThousandWithSwitches: costPerThousand(basis.stages.prod, basis.units),
    bar: BAR_USD,
    sizes: SIZES.map((students) => ({ students, ...totalsOf(students, basis) })),
    limits: limitsByStudents(basis).map(({ name, students }) => ({ name, students })),
  }
}

/** docs/cost.md, whole. */
export function costPage(basis: Basis): string {
  return [
    introduction(basis),
    summary(basis),
    byService(basis),
    thousand(basis),
    fixedParts(basis),
    switches(basis),
    limits(basis),
    assumptions(basis),
    priceList(),
  ].join('\n\n')
}

function totalsOf(students: number, { units, stages }: Basis) {
  const costs = Object.values(costsOf(billOf(students, { facts: stages.prod, units })))
  const all = total(costs.map(({ whole }) => whole))
  const brought = total(costs.map(({ variable }) => variable))
  return {
    variable: brought,
    fixed: { listed: all.listed - brought.listed, paid: all.paid - brought.paid },
    whole: all,
  }
}

function introduction(basis: Basis): string {
  const { paid, listed } = costPerThousand(withoutSwitches(basis.stages.prod), basis.units)
  const withSwitches = costPerThousand(basis.stages.prod, basis.units).paid
  const guarded = costPerThousand(basis.guarded, basis.units).paid
  return `# What it costs, and what is met first

Computed by \`npm run cost -- --write\`; \`scripts/quality/cost/cost.test.ts\` fails when this page is not what the script writes, and when the bar below
is not held. Nothing here is edited by hand.

It multiplies three things: what one call costs ([access patterns](access-patterns.md), measured on every test run), what a stage holds (counted
in the synthesised templates of \`dev\` and \`prod\`), and what a student does in a month (assumed: the product has no users yet), by
dated prices of eu-west-3 (Paris). US dollars a month, without taxes.

*Paid* is what such a stage pays: AWS gives every account the same amounts each month for good (10 million CloudFront requests, 1 TB, 1 million
function calls and so on), and they are taken off. *Listed* counts every unit at its price. What ends after a year or is a credit for new accounts
is never counted.

**1,000 students of ${student.hours} hours a month cost ${usd(paid)} in variable parts; the bar (P15) is ${usd(BAR_USD)}.** That is what is paid, with the
switches of a stage off; listed it is ${usd(listed)}. With the switches of \`prod\` as they are it is ${usd(withSwitches)} paid; with the
firewall in front of the whole site, which is billed by the request, ${usd(guarded)}. The switches stand below, each with its price.`
}

function summary(basis: Basis): string {
  const rows = SIZES.map((students) => {
    const { variable, fixed, whole } = totalsOf(students, basis)
    return [
      count(students),
      usd(fixed.paid),
      usd(variable.paid),
      `**${usd(whole.paid)}**`,
      usd((variable.paid / students) * 1_000),
      usd(whole.listed),
    ]
  })
  return `## In short: stage prod, all its switches as configured

${table(['students', 'fixed', 'variable', 'a month', 'variable per 1,000', 'listed'], rows)}

The bar names 1,000 students and is held there. Beyond some 3,000 AWS's allowances are used up and 1,000 further students cost more, as the column says.
What makes it less then: CloudFront's flat-rate plans (15, 200 and 1,000 dollars a month since November 2025, with the firewall in them) or an agreement
with AWS from 10 TB a month on; videos on YouTube; a heartbeat a minute instead of two, which halves the largest part of calls (the specification says 30 s).`
}

function assumptions({ units, stages }: Basis): string {
  const calls = Object.entries(studentCalls()) as [RouteName, number][]
  const rows = calls.map(([name, each]) => [
    `\`${name}\``,
    count(each),
    units[name].operations.join(', ') || 'none',
    String(units[name].read),
    String(units[name].write),
  ])
  return `## A student's month

${student.hours} hours of open page in ${student.visits} visits; ${student.signIns} sign-ins with the password, ${student.signUps} sign-ups and ${student.forgottenPasswords} forgotten passwords a student. A visit fetches
${traffic.siteRequestsPerVisit} files of the site (${count(traffic.siteBytesPerVisit / 1000)} kB: the service worker holds the rest); a document is ${traffic.requestsPerDocument} requests and ${count(traffic.bytesPerDocument / 1000)} kB; one free video of ${count(traffic.bytesPerVideo / 1e6)} MB a month.

${table(['route', 'calls', 'round trips', 'read units', 'write units'], rows)}

Function time: ${MEASURED_CALL} ${percent(compute.coldStarts)} of calls start an instance, ${compute.perColdStart} s each. Logs: a line of ${stages.prod.gateway.accessLogBytes} B from the
gateway for each call, one from the function for each but a heartbeat that went well. All of this stands in \`scripts/quality/cost/usage.ts\`.`
}

function priceList(): string {
  const rows = PRICE_NAMES.map((name) => {
    const price: Price = prices[name]
    return [
      price.service,
      price.unit,
      typeof price.usd === 'number'
        ? plain(price.usd)
        : price.usd
            .map((step) => `${plain(step.usd)}${'upTo' in step ? ` to ${count(step.upTo)}` : ''}`)
            .join('; '),
      count(allowanceOf(price)),
      price.verified ? price.read : 'from memory (†)',
      `[list](${price.source})${price.note ? ` ${price.note}` : ''}`,
    ]
  })
  return `## Prices

The date is that of the price list in which a figure was found, quoted by public material of that date; we had no live access to AWS's pages. What was not
found is marked: look it up before relying on it. No marked price is more than a few cents of the variable cost without switches.

${table(['service', 'unit', 'US dollars', 'given a month', 'found in the list of', 'where'], rows)}
`
}
