import { createQueues } from './queues.ts'
import type { Invoke } from './runtime/functions.ts'
import { readStreamMappings } from './stream.ts'
import { readTemplates } from './test-support/whole-edge.ts'

const templates = readTemplates()
// The first one is for dead letters.
const [, queue = '', first = ''] = templates.all('AWS::SQS::Queue').map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts the queues before a function that ends each call when it is told to. */
function startQueues() {
  const calls: { event: object; end: (error?: string) => void }[] = []
  const lines: string[] = []
  const invoke: Invoke = (_, event) =>
    new Promise((resolve) => {
      const end = (errorMessage?: string) =>
        resolve(
          errorMessage === undefined
            ? { kind: 'result', json: 'null' }
            : { kind: 'failed', error: { errorType: 'Error', errorMessage, trace: [] } },
        )
      calls.push({ event, end })
    })
  return { ...createQueues(templates, { invoke, log: (line) => lines.push(line) }), calls, lines }
}

test('each message is a call, two at once from a queue, and the other queue does not wait', async () => {
  const { send, calls } = startQueues()
  for (const body of ['a', 'b', 'c']) expect(send(queue, body)).toEqual(expect.any(String))
  send(first, 'd')
  const bodies = () => calls.map(({ event }) => (event as { Records: { body: string }[] }).Records[0]?.body)
  expect(bodies()).toEqual(['a', 'b', 'd'])
  expect(calls[2]?.event).toEqual({
    Records: [
      {
        messageId: expect.any(String),
        body: 'd',
        eventSourceARN: expect.stringMatching(/^arn:aws:sqs:.*:revision-local-preparation-first$/),
      },
    ],
  })
  calls[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual(['a', 'b', 'd', 'c'])
})

test('a message that fails is delivered three times, then dropped with a line in the log', async () => {
  const { send, calls, lines } = startQueues()
  send(queue, 'a')
  for (let count = 1; count <= 3; count += 1) {
    expect(calls).toHaveLength(count)
    calls[count - 1]?.end('Drive is down')
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

test('the mappings of queues are none of the table', () => {
  const names = readStreamMappings(templates).map(({ functionName }) => functionName)
  expect(names).toEqual(['revision-local-publisher', 'revision-local-mails'])
})
