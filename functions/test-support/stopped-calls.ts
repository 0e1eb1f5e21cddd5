import { AsyncLocalStorage } from 'node:async_hooks'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A call that behaves like a process: its writes so far, its limit of writes, and the function that stops it. */
type Process = { writes: string[]; done: number; most: number; stop: () => void }

/** The writes of a call in the order in which they were sent, and its answer; null when it was stopped. */
type Outcome<Answer> = { writes: string[]; answer: Answer | null }

const READS = /^(?:Admin)?(?:Get|BatchGet|Query|List)/

/** Items that only count calls. */
export const COUNTS = ['THROTTLE', 'DAYS', 'OPENINGS']

type Client = { send: (command: Command, ...rest: unknown[]) => Promise<unknown> }
/** A key of S3 is a text. */
type Command = { input: { Key?: { pk: string } | string; Item?: { pk: string } } }

const processes = new AsyncLocalStorage<Process>()
const stopped = new Promise<never>(() => undefined)

/**
 * Makes a call whose process stops after `most` writes: before the first one for 0, and after the last one but before
 * the answer for its number of writes. A stopped process does nothing more, so that the call has neither answer nor
 * error.
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
 * Makes a call that writes at most `most` times to the table, so that every test of a route finds a change that is
 * split. Within {@link runStopped}, the test of that function judges the writes.
 */
export async function runWithin<Answer>(most: number, call: () => Promise<Answer>): Promise<Answer> {
  if (processes.getStore()) return call()
  const process: Process = { writes: [], done: 0, most: Infinity, stop: () => undefined }
  const answer = await processes.run(process, call)
  const changes = process.writes.filter((write) => isOfTable(write) && !isAside(write))
  if (changes.length > most) throw new Error(`A change is one write, not ${changes.join(', ')}`)
  return answer
}

export function isOfTable(write: string): boolean {
  return !write.startsWith('Admin') && !write.endsWith('Object')
}

/**
 * Returns whether a write only counts calls, or drops copies at the edge, which are reachable for two minutes without
 * that.
 */
export function isAside(write: string): boolean {
  return write === 'CreateInvalidation' || COUNTS.includes(write.replace('Update ', ''))
}

/**
 * Counts the calls of a client. The `send` of a class hides the inherited one. A test file that loads this module again
 * replaces the `send` of the previous file.
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
        // A refused write is taken off the list.
        process.writes.splice(process.writes.indexOf(write), 1)
        throw error
      }
    },
  })
}

countWritesOf(DynamoDBDocumentClient)

/** Stops a process once the writes that it has begun are done. */
function end({ done, most, stop }: Process): Promise<never> {
  if (done === most) stop()
  return stopped
}

/** Returns 'TransactWrite', 'AdminDisableUser' or, for one item, 'Update SUBJECTS'; null for a read. */
function describeWrite(command: Command): string | null {
  const name = command.constructor.name.replace(/Command$/, '')
  if (READS.test(name)) return null
  const { Key, Item } = command.input
  const [kind] = (typeof Key === 'object' ? Key : Item)?.pk.split('#') ?? []
  return kind === undefined ? name : `${name} ${kind}`
}
