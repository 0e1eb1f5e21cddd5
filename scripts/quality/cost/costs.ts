import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { type Bill, billOf, sumOf } from './bill.ts'
import { costOf, PRICE_NAMES, type PriceName, prices } from './prices.ts'
import type { StackFacts } from './stack-facts.ts'

/** A part of a bill in US dollars: as listed, and with what AWS gives every account taken off. */
export type Cost = { listed: number; paid: number }

/** The cost of each price's amount, fixed and variable together, and of the variable part alone. */
export function costsOf({ fixed, variable }: Bill): Record<PriceName, { whole: Cost; variable: Cost }> {
  const costs = PRICE_NAMES.map((name) => {
    const price = prices[name]
    const allowance = 'allowance' in price ? price.allowance : 0
    const fixedAmount = fixed[name] ?? 0
    const amount = fixedAmount + (variable[name] ?? 0)
    const whole = { listed: costOf(price, amount), paid: costOf(price, amount, allowance) }
    // What a stage has anyway uses up the allowance first.
    const part = {
      listed: whole.listed - costOf(price, fixedAmount),
      paid: whole.paid - costOf(price, fixedAmount, allowance),
    }
    return [name, { whole, variable: part }] as const
  })
  return Object.fromEntries(costs) as Record<PriceName, { whole: Cost; variable: Cost }>
}

/** Bar P15: what 1,000 students bring to a stage's bill in a month. US dollars. */
export function costPerThousand(facts: StackFacts, units: Record<RouteName, RouteCost>): Cost {
  const costs = Object.values(costsOf(billOf(1_000, { facts, units })))
  return total(costs.map(({ variable }) => variable))
}

/** Several costs as one. */
export function total(costs: readonly Cost[]): Cost {
  return { listed: sumOf(costs.map(({ listed }) => listed)), paid: sumOf(costs.map(({ paid }) => paid)) }
}

/** A stage with its switches off: the bar P15 is about what serves students, not about what an owner adds. */
export function withoutSwitches(facts: StackFacts): StackFacts {
  return {
    ...facts,
    siteFirewallRules: null,
    signInFirewallRules: null,
    accountPlan: 'LITE',
    exportDays: 0,
    isProbed: false,
    hostedZones: 0,
  }
}
