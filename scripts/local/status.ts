import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import * as v from 'valibot'
import type { Counters } from './counters.ts'
import { DEMO_PASSWORD, demoAccounts } from './demo/accounts.ts'
import { DEMO_FOLDER_ID, DEMO_ID_FORM } from './demo/files.ts'
import { type DriveFaults, FaultOrder } from './drive/faults.ts'
import { LOOPBACK, readBody, sendJson } from './http-server.ts'
import type { Outbox } from './users/outbox.ts'

/** One part of the local cloud. `pid`: of its own process; null when it runs in the starter's. */
export type Part = { name: string; port: number; pid: () => number | null }

export type StatusOptions = {
  parts: readonly Part[]
  counters: Counters
  outbox: Outbox
  faults: DriveFaults
  /** What does not change while it runs. */
  facts: Record<string, unknown>
}

const ANSWER_TIMEOUT_MS = 1_000
const MAX_ORDER_BYTES = 1024

/** `/__local/status`, `/__local/outbox` and `/__local/drive-faults`: for people and tests beside the product, never part of it. */
export function localPages(options: StatusOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://local')
    if (url.pathname === '/__local/status') return sendStatus(response, options)
    if (url.pathname === '/__local/outbox') {
      const mails = options.outbox.list(url.searchParams.get('to'))
      return sendJson(response, 200, { mails }, { 'cache-control': 'no-store' })
    }
    if (url.pathname === '/__local/drive-faults' && request.method === 'POST')
      return orderFault(request, response, options)
    sendJson(response, 404, { message: 'Not Found' })
  }
}

/** Lets the local Drive fail: `{kind, times?}`, `off` ends it. */
async function orderFault(
  request: IncomingMessage,
  response: ServerResponse,
  { faults }: StatusOptions,
): Promise<void> {
  const text = (await readBody(request, MAX_ORDER_BYTES)).toString()
  const order = v.safeParse(v.pipe(v.string(), v.parseJson(), FaultOrder), text)
  if (!order.success) return sendJson(response, 400, { message: order.issues[0].message })
  faults.order(order.output)
  sendJson(response, 200, order.output, { 'cache-control': 'no-store' })
}

async function sendStatus(
  response: ServerResponse,
  { parts, counters, facts }: StatusOptions,
): Promise<void> {
  const states = parts.map(async ({ name, port, pid }) => ({
    name,
    port,
    pid: pid() ?? process.pid,
    up: await answers(port),
  }))
  sendJson(
    response,
    200,
    {
      // The edge starts last.
      ready: true,
      ...facts,
      parts: await Promise.all(states),
      counters: counters.read(),
      demo: {
        password: DEMO_PASSWORD,
        accounts: demoAccounts.map(({ email, role }) => ({ email, role })),
        /** Any file id of this form opens a document of the local Drive. */
        driveFileId: DEMO_ID_FORM,
        driveFolder: DEMO_FOLDER_ID,
        driveFileExample: 'https://drive.google.com/file/d/demo-drive-nouveau-sujet-2026/view',
      },
    },
    { 'cache-control': 'no-store' },
  )
}

/** Whether something listens on a port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: LOOPBACK, timeout: ANSWER_TIMEOUT_MS })
    const settle = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
