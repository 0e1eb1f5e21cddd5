import { runBounded, type ThreadLimits } from './bounded-thread.ts'

const LIMITS: ThreadLimits = { heap: 64, memory: 200, processorSeconds: 0.5 }
const pdf = Buffer.from('%PDF-1.7')

/** Runs this code in a thread and returns its answer. */
const run = (code: string, limits = LIMITS) => {
  const program = `import { parentPort, workerData } from 'node:worker_threads'\n${code}`
  return runBounded(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { pdf }, limits)
}

test('returns the answer of a thread, which has a copy of the bytes and no environment', async () => {
  const answer = await run('parentPort.postMessage({ answer: [workerData.pdf.fill(0), process.env] })')
  expect(answer).toEqual([new Uint8Array(8), {}])
  expect(String(pdf)).toBe('%PDF-1.7')
})

const FILLS = 'const all = []; for (;;) all.push(new Uint8Array(10_000_000).fill(1))'

const patient = { ...LIMITS, processorSeconds: 60 }

test.each<[what: string, code: string, limits: ThreadLimits, reason: string]>([
  ['works without end', 'for (;;);', LIMITS, 'too much processor time'],
  ['fails', "throw new Error('Broken')", LIMITS, 'failed'],
  ['leaves', 'process.exit()', LIMITS, 'left'],
  ['fills buffers', FILLS, patient, 'too much memory'],
])('ends a thread that %s', async (_, code, limits, reason) => {
  await expect(run(code, limits)).rejects.toMatchObject({ name: 'ThreadEnded', message: reason })
})

test('ends a thread that only waits, with all its resources', async () => {
  const holding =
    "navigator.locks.request('thread', () => new Promise(() => setInterval(() => undefined, 1_000)))"
  await expect(run(holding, { ...patient, seconds: 0.5 })).rejects.toThrow('too long')
  expect(await navigator.locks.request('thread', () => 'free')).toBe('free')
})
