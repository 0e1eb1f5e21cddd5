import { DEMO_PASSWORD, demoAccounts } from './demo/accounts.ts'
import { DEMO_FOLDER_ID, DEMO_ID_FORM, DEMO_INBOX_ID } from './demo/files.ts'
import { type Handler, sendJson } from './http-server.ts'
import type { Outbox } from './users/pool.ts'

/** One part of the local cloud. `pid` is its own process's or the starter's; null when it is down. */
export type Part = { name: string; port: number; pid: () => number | null }

type StatusOptions = {
  parts: readonly Part[]
  counters: () => Record<string, number>
  outbox: Outbox
  facts: Record<string, unknown>
}

const NOT_STORED = { 'cache-control': 'no-store' }

/** Answers `/__local/status` and `/__local/outbox`, which are never deployed. */
export function localPages({ parts, counters, outbox, facts }: StatusOptions): Handler {
  const demo = {
    password: DEMO_PASSWORD,
    accounts: demoAccounts.map(({ email, role }) => ({ email, role })),
    /** Any file id of this form opens a document of the local Drive. */
    driveFileId: DEMO_ID_FORM,
    driveFolder: DEMO_FOLDER_ID,
    driveInbox: DEMO_INBOX_ID,
    driveFileExample: 'https://drive.google.com/file/d/demo-drive-nouveau-sujet-2026/view',
  }
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local')
    if (url.pathname === '/__local/outbox')
      return sendJson(response, 200, { mails: outbox.list(url.searchParams.get('to')) }, NOT_STORED)
    if (url.pathname !== '/__local/status') return sendJson(response, 404, { message: 'Not Found' })
    const states = parts.map(({ name, port, pid }) => ({ name, port, pid: pid(), up: pid() !== null }))
    // The edge starts last, so that everything is ready once this answers.
    const status = { ready: true, ...facts, parts: states, counters: counters(), demo }
    sendJson(response, 200, status, NOT_STORED)
  }
}
