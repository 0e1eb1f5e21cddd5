import { setInterval, setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Limits of a thread. Memory in MB. */
export type ThreadLimits = {
  heap: number
  /** Memory of its objects and its buffers together. */
  memory: number
  processorSeconds: number
  /** Elapsed time, since a busy machine may give it little of its processor. @default 60 */
  seconds?: number
}

/** Short, since a file of a few bytes may unpack to hundreds of megabytes in a second. */
const CHECK_EVERY_MS = 20

/** A thread that gave no answer: it failed, or reached one of its limits. */
export class ThreadEnded extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ThreadEnded'
  }
}

/** infra/constructs/functions/capability-function.ts puts the file of a thread beside bundles. */
export function threadBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.mjs'}`, moduleUrl)
}

/** A message of a thread: parts of its work as they are done, and in the end its answer. */
export type ThreadMessage<Part, Answer> = { part: Part } | { answer: Answer }

/**
 * Runs a thread that parses an untrusted PDF, and returns its answer. A thread can be ended in the middle of an endless
 * file, and its memory is free again. One allocation of hundreds of megabytes still ends the whole process. `task` is
 * its `workerData`, to which a copy of the PDF is added. @throws ThreadEnded
 */
export async function runBounded<Answer>(
  thread: URL,
  { pdf, ...task }: { pdf: Uint8Array },
  { seconds = 60, ...limits }: ThreadLimits,
  onPart: (part: unknown) => void = () => undefined,
): Promise<Answer> {
  // The bytes are copied, since they may be in a pool, and the caller keeps its own.
  const copy = new Uint8Array(pdf)
  const worker = new Worker(thread, {
    workerData: { ...task, pdf: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heap },
    // The thread reads foreign files, so that it gets no environment.
    env: {},
    stdout: true,
    stderr: true,
  })
  const watching = new AbortController()
  const { signal } = watching
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage<unknown, Answer>) =>
      'part' in message ? onPart(message.part) : resolve(message.answer),
    )
    worker.once('error', (cause) => reject(new ThreadEnded('failed', { cause })))
    worker.once('exit', () => reject(new ThreadEnded('left')))
    watch(worker, limits, signal).catch(reject)
    wait(seconds * 1_000, undefined, { signal }).then(() => reject(new ThreadEnded('too long')), reject)
  })
  try {
    return await answer
  } finally {
    watching.abort()
    await worker.terminate()
  }
}

async function watch(
  worker: Worker,
  { memory, processorSeconds }: Omit<ThreadLimits, 'heap'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const _ of setInterval(CHECK_EVERY_MS, undefined, { signal })) {
    // A thread that has just ended has neither.
    const [heap, processor] = await Promise.all([
      worker.getHeapStatistics().catch(() => null),
      worker.cpuUsage().catch(() => null),
    ])
    if (heap && heap.total_heap_size + heap.external_memory > memory * 1_000_000)
      throw new ThreadEnded('too much memory')
    if (processor && processor.user + processor.system > processorSeconds * 1_000_000)
      throw new ThreadEnded('too much processor time')
  }
}
