import { createQueues } from './event-sources.ts'
import type { Outcome } from './runtime/environment.ts'
import { readTemplates } from './test-support/test-edge.ts'

const templates = readTemplates()
// The first one is for dead letters.
const [, queue = '', first = ''] = templates.all('AWS::SQS::Queue').map(({ id }) => id)

const DONE: Outcome = { kind: 'result', json: 'null' }
const FAILED: Outcome = {
  kind: 'failed',
  error: { errorType: 'Error', errorMessage: 'Drive is down', trace: [] },
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startQueues() {
  const calls: { event: { Records?: object[] }; end: (outcome: Outcome) => void }[] = []
  const lines: string[] = []
  const invoke = (_: string, event: object) => new Promise<Outcome>((end) => calls.push({ event, end }))
  return { ...createQueues(templates, { invoke, log: (line) => lines.push(line) }), calls, lines }
}

test('each message is a call, two at once from a queue, and the other queue does not wait', async () => {
  const { send, calls } = startQueues()
  for (const body of ['a', 'b', 'c']) expect(send(queue, body)).toEqual(expect.any(String))
  send(first, 'd')
  const record = (body: string) => [expect.objectContaining({ body })]
  const eventSourceARN = expect.stringMatching(/^arn:aws:sqs:.*:revision-local-preparation-first$/)
  const last = [{ messageId: expect.any(String), body: 'd', eventSourceARN }]
  const records = () => calls.map(({ event }) => event.Records)
  expect(records()).toEqual([record('a'), record('b'), last])
  calls[0]?.end(DONE)
  await vi.advanceTimersByTimeAsync(0)
  expect(records()).toEqual([record('a'), record('b'), last, record('c')])
})

test('a message that fails is delivered three times, then dropped with a line in the log', async () => {
  const { send, calls, lines } = startQueues()
  send(queue, 'a')
  for (let count = 0; count < 5; count += 1) {
    calls[count]?.end(FAILED)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(calls).toHaveLength(3)
  expect(lines).toEqual([expect.stringMatching(/revision-local-preparation: a is dropped: Drive is down$/)])
})

test('no other queue takes a message, and none delivers one after its end', () => {
  const { send, stop, calls } = startQueues()
  expect(send('https://sqs.eu-west-3.amazonaws.com/000000000000/other', 'a')).toBeNull()
  stop()
  send(queue, 'a')
  expect(calls).toEqual([])
})
