import { AsyncLocalStorage } from 'node:async_hooks'
import { CloudFrontClient } from '@aws-sdk/client-cloudfront'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A call as a process of its own: what it wrote so far, how much it may write, and what ends it. */
type Process = { writes: string[]; done: number; most: number; stop: () => void }

/** What a call wrote, in the order in which it was sent, and its answer; null: it was stopped. */
type Outcome<Answer> = { writes: string[]; answer: Answer | null }

export type CallStopper = {
  /**
   * Makes a call whose process stops as soon as `most` writes are done: before the first one for 0, and after the last
   * one, but before the answer, for as many as it makes. A stopped process does nothing any more, so that the call has
   * neither answer nor error.
   */
  run<Answer>(call: () => Promise<Answer>, most?: number): Promise<Outcome<Answer>>
  /** Leaves the clients as they were. */
  remove(): void
}

const CLIENTS = [DynamoDBDocumentClient, CognitoIdentityProviderClient, CloudFrontClient]
const READS = /^(?:Admin)?(?:Get|BatchGet|Query|List)/

type Client = { send: (command: Command, ...rest: unknown[]) => Promise<unknown> }
type Command = { input: { Key?: { pk: string }; Item?: { pk: string } } }

/** Puts itself in this process between the functions and their clients of the table, the user pool and CloudFront. */
export function installCallStopper(): CallStopper {
  const processes = new AsyncLocalStorage<Process>()
  const stopped = new Promise<never>(() => undefined)
  const clients = CLIENTS.map(({ prototype }) => prototype as unknown as Client)
  for (const client of clients) {
    const { send } = client
    client.send = async function (this: Client, command, ...rest) {
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
    }
  }
  /** Ends a process once what it has begun to write is written. */
  function end({ done, most, stop }: Process): Promise<never> {
    if (done === most) stop()
    return stopped
  }
  return {
    run: async (call, most = Infinity) => {
      const { promise, resolve } = Promise.withResolvers<null>()
      const process: Process = { writes: [], done: 0, most, stop: () => resolve(null) }
      const answer = await Promise.race([processes.run(process, call), promise])
      return { writes: process.writes, answer }
    },
    remove: () => {
      for (const client of clients) Reflect.deleteProperty(client, 'send')
    },
  }
}

/** 'TransactWrite', 'AdminDisableUser' or, for one item, 'Update SUBJECTS'; null for a read. */
function describeWrite(command: Command): string | null {
  const name = command.constructor.name.replace(/Command$/, '')
  if (READS.test(name)) return null
  const { Key, Item } = command.input
  const [kind] = (Key ?? Item)?.pk.split('#') ?? []
  return kind === undefined ? name : `${name} ${kind}`
}
