import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Invoke } from './runtime/functions.ts'
import type { Templates } from './template/templates.ts'

const Mapping = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  BatchSize: v.optional(v.number(), 10),
  ScalingConfig: v.object({ MaximumConcurrency: v.number() }),
})
const Redrive = v.object({ RedrivePolicy: v.object({ maxReceiveCount: v.number() }) })

type Message = { messageId: string; body: string; attempts: number }

type QueueOptions = {
  arn: string
  functionName: string
  batchSize: number
  concurrency: number
  /** A message that fails so often is dropped. */
  attempts: number
  invoke: Invoke
  log: (line: string) => void
}

/** Messages are kept in memory. */
class LocalQueue {
  readonly #options: QueueOptions
  readonly #waiting: Message[] = []
  readonly #stopping: AbortSignal
  #running = 0

  constructor(options: QueueOptions, stopping: AbortSignal) {
    this.#options = options
    this.#stopping = stopping
  }

  send(body: string): string {
    const messageId = randomUUID()
    this.#waiting.push({ messageId, body, attempts: 0 })
    this.#deliver()
    return messageId
  }

  #deliver(): void {
    const { batchSize, concurrency } = this.#options
    while (!this.#stopping.aborted && this.#running < concurrency && this.#waiting.length > 0) {
      this.#running += 1
      void this.#call(this.#waiting.splice(0, batchSize)).finally(() => {
        this.#running -= 1
        this.#deliver()
      })
    }
  }

  async #call(messages: readonly Message[]): Promise<void> {
    const { arn: eventSourceARN, functionName, attempts, invoke, log } = this.#options
    const Records = messages.map(({ messageId, body }) => ({ messageId, body, eventSourceARN }))
    const outcome = await invoke(functionName, { Records })
    if (outcome.kind !== 'failed' || this.#stopping.aborted) return
    for (const message of messages) {
      message.attempts += 1
      if (message.attempts < attempts) this.#again(message)
      else log(`${eventSourceARN}: ${message.body} is dropped: ${outcome.error.errorMessage}`)
    }
  }

  /** The cloud waits for the queue's visibility timeout. */
  #again(message: Message): void {
    const pause = 1_000 * 2 ** message.attempts
    setTimeout(() => {
      this.#waiting.push(message)
      this.#deliver()
    }, pause).unref()
  }
}

export type Queues = {
  /** @returns the id of the message; null where there is no such queue */
  send: (url: string, body: string) => string | null
  stop: () => void
}

export function createQueues(
  templates: Templates,
  { invoke, log }: Pick<QueueOptions, 'invoke' | 'log'>,
): Queues {
  const stopping = new AbortController()
  const mappings = templates
    .all('AWS::Lambda::EventSourceMapping')
    .filter((mapping) => isOfQueue(mapping.read(v.object({ EventSourceArn: v.string() })).EventSourceArn))
    .map((mapping) => mapping.read(Mapping))
  const queues = templates.all('AWS::SQS::Queue').flatMap((queue) => {
    const arn = queue.attribute('Arn')
    const mapping = mappings.find(({ EventSourceArn }) => EventSourceArn === arn)
    if (!mapping) return []
    const made = new LocalQueue(
      {
        arn,
        functionName: mapping.FunctionName,
        batchSize: mapping.BatchSize,
        concurrency: mapping.ScalingConfig.MaximumConcurrency,
        attempts: queue.read(Redrive).RedrivePolicy.maxReceiveCount,
        invoke,
        log,
      },
      stopping.signal,
    )
    return [[queue.id, made] as const]
  })
  const byUrl = new Map(queues)
  return { send: (url, body) => byUrl.get(url)?.send(body) ?? null, stop: () => stopping.abort() }
}

export function isOfQueue(eventSourceArn: string): boolean {
  return eventSourceArn.startsWith('arn:aws:sqs:')
}
