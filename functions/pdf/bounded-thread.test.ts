import { runBounded, type ThreadLimits } from './bounded-thread.ts'

const LIMITS: ThreadLimits = { heap: 64, memory: 200, processorSeconds: 1 }
const pdf = Buffer.from('%PDF-1.7')

/** Runs this code in a thread and returns its answer. */
const run = (code: string, limits = LIMITS) =>
  runBounded(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'
${code}`)}`,
    ),
    { pdf },
    limits,
  )

test('returns the answer of a thread, which has a copy of the bytes and no environment', async () => {
  expect(await run('parentPort.postMessage([workerData.pdf.fill(0), process.env])')).toEqual([
    new Uint8Array(8),
    {},
  ])
  expect(String(pdf)).toBe('%PDF-1.7')
})

test.each([
  { what: 'works without end', code: 'for (;;);', reason: 'too much processor time' },
  {
    what: 'fills buffers',
    code: 'const all = []; for (;;) all.push(new Uint8Array(10_000_000).fill(1))',
    reason: 'too much memory',
  },
  {
    what: 'makes objects',
    // Small steps: an array that doubles may pass the limit at once, and V8 then ends the whole process.
    code: 'let last = null; for (;;) last = { last }',
    // The limit of the heap is lower, so that it ends the thread.
    limits: { ...LIMITS, memory: 4_000, processorSeconds: 60 },
    reason: 'failed',
  },
  { what: 'fails', code: "throw new Error('Broken')", reason: 'failed' },
  { what: 'leaves', code: 'process.exit()', reason: 'left' },
])('ends a thread that $what', async ({ code, limits, reason }) => {
  await expect(run(code, limits)).rejects.toMatchObject({ name: 'ThreadEnded', message: reason })
})

test('ends a thread that only waits, with all its resources', async () => {
  const holding =
    "navigator.locks.request('thread', () => new Promise(() => setInterval(() => undefined, 1_000)))"
  await expect(run(holding, { ...LIMITS, seconds: 1 })).rejects.toThrow('too long')
  expect(await navigator.locks.request('thread', () => 'free')).toBe('free')
})
