import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'

/** What the starter sends. */
export type Task = {
  /** file: URL */
  bundle: string
  /** Called with in turn. */
  events: APIGatewayProxyEventV2[]
  /** What each is answered with. */
  status: number
  /** Calls after the first that are not measured: V8 compiles what is called often. */
  warmUp: number
  calls: number
}

/** Processor time of user and system, of all threads. Milliseconds. */
export type Spent = {
  /** From before the bundle is loaded to after the first answer. */
  firstAnswer: number
  /** Of one call, once warm. */
  warmCall: number
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

// Whoever waits for the result is gone.
process.once('disconnect', () => process.exit())
process.once('message', (task: Task) => {
  void measure(task).then((spent) => process.send?.(spent))
})

async function measure({ bundle, events, status, warmUp, calls }: Task): Promise<Spent> {
  const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 } as Context
  // Each call has an event of its own, as on the platform: handlers write into them.
  const copies = Array.from({ length: 1 + warmUp + calls }, (_, call) =>
    structuredClone(events[call % events.length] as APIGatewayProxyEventV2),
  )
  const began = process.cpuUsage()
  const { handler } = (await import(bundle)) as { handler: Handler }
  const answerAll = async (some: readonly APIGatewayProxyEventV2[]) => {
    for (const event of some) {
      const { statusCode, body } = await handler(event, context)
      if (statusCode !== status) throw new Error(`${bundle}: ${statusCode} ${body ?? ''}`)
    }
  }
  await answerAll(copies.slice(0, 1))
  const firstAnswer = millisecondsSince(began)
  await answerAll(copies.slice(1, 1 + warmUp))
  const warm = process.cpuUsage()
  await answerAll(copies.slice(1 + warmUp))
  return { firstAnswer, warmCall: millisecondsSince(warm) / calls }
}

function millisecondsSince(moment: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(moment)
  return (user + system) / 1000
}
