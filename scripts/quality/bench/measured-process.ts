/** Calls a bundled handler in a fresh process and sends back the processor time that it took. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'

export type Task = {
  /** file: URL */
  bundle: string
  /** Used in turn. */
  events: APIGatewayProxyEventV2[]
  /** Expected of every answer. */
  status: number
  /** Unmeasured calls, so that V8 has compiled the code. */
  warmUp: number
  /** Measured warm calls; 0 measures the first answer instead. */
  calls: number
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

process.once('disconnect', () => process.exit())
process.once(
  'message',
  (task: Task) => void measure(task).then((milliseconds) => process.send?.(milliseconds)),
)

/** User and system, all threads: of load and first answer, or of one warm call. */
async function measure({ bundle, events, status, warmUp, calls }: Task): Promise<number> {
  const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 } as Context
  // Each call has an event of its own, since handlers write into them.
  const copies = Array.from({ length: 1 + warmUp + calls }, (_, call) =>
    structuredClone(events[call % events.length] as APIGatewayProxyEventV2),
  )
  const start = process.cpuUsage()
  const { handler } = (await import(bundle)) as { handler: Handler }
  const answer = async (some: readonly APIGatewayProxyEventV2[]) => {
    for (const event of some) {
      const { statusCode, body } = await handler(event, context)
      if (statusCode !== status) throw new Error(`${bundle}: ${statusCode} ${body ?? ''}`)
    }
  }
  await answer(copies.slice(0, 1))
  if (calls === 0) return millisecondsSince(start)
  await answer(copies.slice(1, 1 + warmUp))
  const warm = process.cpuUsage()
  await answer(copies.slice(1 + warmUp))
  return millisecondsSince(warm) / calls
}

function millisecondsSince(moment: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(moment)
  return (user + system) / 1000
}
