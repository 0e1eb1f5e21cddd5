import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A call as a process of its own: what it wrote so far, how much it may write, and what ends it. */
type Process = { writes: string[]; done: number; most: number; stop: () => void }

/** What a call wrote, in the order in which it was sent, and its answer; null: it was stopped. */
type Outcome<Answer> = { writes: string[]; answer: Answer | null }

const READS = /^(?:Admin)?(?:Get|BatchGet|Query|List)/

/** Items that count calls, whatever becomes of them. */
export const COUNTS = ['THROTTLE', 'DAYS', 'OPENINGS']

type Client = { send: (command: Command, ...rest: unknown[]) => Promise<unknown> }
/** A key of S3 is a text. */
type Command = { input: { Key?: { pk: string } | string; Item?: { pk: string } } }

const processes = new AsyncLocalStorage<Process>()
const stopped = new Promise<never>(() => undefined)

/**
 * Makes a call whose process stops as soon as `most` writes are done: before the first one for 0, and after the last
 * one, but before the answer, for as many as it makes. A stopped process does nothing any more, so that the call has
 * neither answer nor error.
 */
export async function runStopped<Answer>(
  call: () => Promise<Answer>,
  most = Infinity,
): Promise<Outcome<Answer>> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const process: Process = { writes: [], done: 0, most, stop: () => resolve(null) }
  const answer = await Promise.race([processes.run(process, call), promise])
  return { writes: process.writes, answer }
}

/**
 * Makes a call that writes `most` times to the table at most, so that a change that is split is found wherever a test
 * makes it. Where it is part of a call of {@link runStopped}, that one's test judges what it writes.
 */
export async function runWithin<Answer>(most: number, call: () => Promise<Answer>): Promise<Answer> {
  if (processes.getStore()) return call()
  const process: Process = { writes: [], done: 0, most: Infinity, stop: () => undefined }
  const answer = await processes.run(process, call)
  const changes = process.writes.filter((write) => isOfTable(write) && !isAside(write))
  if (changes.length > most) throw new Error(`A change is one write, not ${changes.join(', ')}`)
  return answer
}

/** Whether a write is of the table, neither of the user pool nor of a bucket. */
export function isOfTable(write: string): boolean {
  return !write.startsWith('Admin') && !write.endsWith('Object')
}

/** Counts of calls; and copies that the edge drops after the change, which are reachable for two minutes without that. */
export function isAside(write: string): boolean {
  return write === 'CreateInvalidation' || COUNTS.includes(write.replace('Update ', ''))
}

/**
 * Lets calls of a client count. A class's own `send` hides the inherited one; a test file that loads this module anew
 * replaces the one of the file before.
 */
export function countWritesOf({ prototype }: { prototype: object }): void {
  const { send } = Object.getPrototypeOf(prototype) as Client
  Object.assign(prototype, {
    send: async function (this: Client, command: Command, ...rest: unknown[]) {
      const process = processes.getStore()
      const write = describeWrite(command)
      if (!process || write === null) return send.call(this, command, ...rest)
      if (process.writes.length === process.most) return end(process)
      process.writes.push(write)
      try {
        const answer = await send.call(this, command, ...rest)
        process.done += 1
        return process.done === process.most ? await end(process) : answer
      } catch (error) {
        // What was refused is not written.
        process.writes.splice(process.writes.indexOf(write), 1)
        throw error
      }
    },
  })
}

countWritesOf(DynamoDBDocumentClient)

/** Ends a process once what it has begun to write is written. */
function end({ done, most, stop }: Process): Promise<never> {
  if (done === most) stop()
  return stopped
}

/** 'TransactWrite', 'AdminDisableUser' or, for one item, 'Update SUBJECTS'; null for a read. */
function describeWrite(command: Command): string | null {
  const name = command.constructor.name.replace(/Command$/, '')
  if (READS.test(name)) return null
  const { Key, Item } = command.input
  const [kind] = (typeof Key === 'object' ? Key : Item)?.pk.split('#') ?? []
  return kind === undefined ? name : `${name} ${kind}`
}
