import { readSchedules, type Schedule, startSchedules } from './schedules.ts'
import { closeFunctions, functionOf } from './test-support/function-of.ts'
import { templatesOf } from './test-support/templates.ts'

const DAY = 86_400_000

const rule = (properties: object) => ({
  Function: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'revision-local-x' } },
  Daily: {
    Type: 'AWS::Events::Rule',
    Properties: { Targets: [{ Id: 'T', Arn: { 'Fn::GetAtt': ['Function', 'Arn'] } }], ...properties },
  },
})

test.each([
  { expression: 'rate(1 day)', everyMs: DAY },
  { expression: 'rate(2 days)', everyMs: 2 * DAY },
  { expression: 'rate(1 hour)', everyMs: 3_600_000 },
  { expression: 'rate(5 minutes)', everyMs: 300_000 },
])('$expression is every $everyMs ms', ({ expression, everyMs }) => {
  expect(readSchedules(templatesOf(rule({ ScheduleExpression: expression })))).toEqual([
    { rule: 'Daily', everyMs, functionArns: [expect.stringMatching(/:function:revision-local-x$/)] },
  ])
})

test.each([
  {
    what: 'a cron expression',
    properties: { ScheduleExpression: 'cron(0 3 * * ? *)' },
    says: "schedule 'cron(",
  },
  {
    what: 'a rate beyond a timer',
    properties: { ScheduleExpression: 'rate(25 days)' },
    says: "schedule 'rate(25",
  },
  { what: 'a rule about events', properties: { EventPattern: {} }, says: "schedule ''" },
  {
    what: 'an input of its own',
    properties: { ScheduleExpression: 'rate(1 day)', Targets: [{ Arn: 'a', Input: '{}' }] },
    says: 'no input',
  },
])('$what is an error that names the rule', ({ properties, says }) => {
  const read = () => readSchedules(templatesOf(rule(properties)))
  expect(read).toThrow(says)
  expect(read).toThrow('Daily')
})

test('a disabled rule calls nothing', () => {
  const disabled = rule({ ScheduleExpression: 'rate(1 day)', State: 'DISABLED' })
  expect(readSchedules(templatesOf(disabled))).toEqual([])
})

test('functions are called when the rate has passed, not at the start, and no more after the end', async () => {
  const { local, lines } = functionOf(
    'export const handler = async (event) => console.log(JSON.stringify(event))',
  )
  const schedule: Schedule = { rule: 'Daily', everyMs: DAY, functionArns: ['arn'] }
  const clock = handClock()
  const calls: Promise<unknown>[] = []
  const watched = {
    invoke: (event: unknown) => {
      const call = local.invoke(event)
      calls.push(call)
      return call
    },
  } as typeof local
  const end = startSchedules({
    schedules: [schedule],
    functions: () => ({ get: () => watched }),
    region: 'eu-west-3',
    repeat: clock.repeat,
  })
  clock.pass(DAY - 1)
  expect(calls).toHaveLength(0)
  clock.pass(1)
  clock.pass(DAY)
  await Promise.all(calls)
  end()
  clock.pass(DAY)
  expect(calls).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    resources: ['arn:aws:events:eu-west-3:000000000000:rule/Daily'],
  })
  await closeFunctions()
})

/** A clock that is moved by hand. */
function handClock() {
  let now = 0
  const timers = new Set<{ run: () => void; everyMs: number; next: number }>()
  return {
    repeat(run: () => void, everyMs: number) {
      const timer = { run, everyMs, next: now + everyMs }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass(ms: number) {
      now += ms
      for (const timer of timers)
        while (timer.next <= now) {
          timer.next += timer.everyMs
          timer.run()
        }
    },
  }
}
