import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { LocalFunctions } from './runtime/functions.ts'
import { LOCAL_ACCOUNT } from './template/identities.ts'
import type { Templates } from './template/templates.ts'

/** A rule that calls functions again and again. */
export type Schedule = { rule: string; everyMs: number; functionArns: string[] }

const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** The longest that a timer of Node can wait. */
const LONGEST_MS = 2 ** 31 - 1

const Rule = v.object({
  ScheduleExpression: v.optional(v.string(), ''),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Targets: v.array(
    v.object({ Arn: v.string(), Input: v.optional(v.never('local mode knows no input of its own')) }),
  ),
})

/** The schedules of the templates. @throws Error that names a rule which cannot be read */
export function readSchedules(templates: Templates): Schedule[] {
  return templates.all('AWS::Events::Rule').flatMap((resource) => {
    const { ScheduleExpression, State, Targets } = resource.read(Rule)
    const everyMs = millisecondsOf(ScheduleExpression)
    if (everyMs === null)
      throw new Error(`${resource.logicalId}: local mode cannot read the schedule '${ScheduleExpression}'`)
    const functionArns = Targets.map(({ Arn }) => Arn)
    return State === 'DISABLED' ? [] : [{ rule: resource.id, everyMs, functionArns }]
  })
}

/** `rate(1 day)` in milliseconds; null for any other form. */
function millisecondsOf(expression: string): number | null {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const everyMs = Number(count) * (UNITS_MS[unit] ?? 0)
  return everyMs > 0 && everyMs <= LONGEST_MS ? everyMs : null
}

export type SchedulesOptions = {
  schedules: readonly Schedule[]
  functions: () => Pick<LocalFunctions, 'get'>
  region: string
  /** Calls `run` again and again. @returns how to end that */
  repeat?: (run: () => void, everyMs: number) => () => void
}

/**
 * Calls the functions of the schedules at their rate, never at the start itself. A call that fails stands in the
 * function's log.
 * @returns ends it
 */
export function startSchedules({
  schedules,
  functions,
  region,
  repeat = byTimer,
}: SchedulesOptions): () => void {
  const endings = schedules.flatMap(({ rule, everyMs, functionArns }) =>
    functionArns.map((arn) => repeat(() => void functions().get(arn).invoke(eventOf(rule, region)), everyMs)),
  )
  return () => {
    for (const end of endings) end()
  }
}

/** The timer alone keeps no process alive. */
function byTimer(run: () => void, everyMs: number): () => void {
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** What EventBridge hands to the target of a schedule. */
function eventOf(rule: string, region: string): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: LOCAL_ACCOUNT,
    time: new Date().toISOString(),
    region,
    resources: [`arn:aws:events:${region}:${LOCAL_ACCOUNT}:rule/${rule}`],
    detail: {},
  }
}
