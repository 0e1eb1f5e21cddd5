import { type ClaimedSession, MOST_SECONDS_AGO } from '#shared/contract/session.ts'
import { createKeptText } from '#web/lib/browser-storage.ts'
import { serverNow } from '../server-clock.ts'
import { KEPT_ANSWER, readJson } from './session-storage.ts'

/** The session's end removes it with the kept answers. */
const KEY = `${KEPT_ANSWER}lastRead`
export const lastReadText = createKeptText(KEY)

/** A document with the page at which it is opened again; pages add what their viewer needs. */
type ReadRequest = { id: string; page?: number | null; exercise?: number }

type KeptRead = {
  account: string
  request: ReadRequest
  /** Time by the server's clock, as far as this device knew it, in milliseconds. */
  at: number
  /** Time by the server's clock once a heartbeat has sent it; null before. */
  sentAt: string | null
}

/** Returns null when nothing is kept for the account. */
export function keptRead(account: string | null): KeptRead | null {
  // Only this site writes it. It is read without a schema, which visitors would load too.
  const kept = readJson(KEY) as KeptRead | null
  return kept?.request?.id && kept.account === account ? kept : null
}

export function keepRead(account: string, request: ReadRequest): void {
  write({ account, request, at: serverNow(), sentAt: null })
}

export function unsentRead(account: string | null) {
  const kept = keptRead(account)
  if (kept === null || kept.sentAt !== null) return null
  const { id, page = null, exercise = null } = kept.request
  const age = Math.round((serverNow() - kept.at) / 1_000)
  const secondsAgo = Math.min(Math.max(0, age), MOST_SECONDS_AGO)
  return { kept, lastRead: { id, page, exercise, secondsAgo } }
}

/** Notes that a heartbeat has sent it, unless something else was read since. */
export function noteReadSent(sent: KeptRead, sentAt: string | null): void {
  if (keptRead(sent.account)?.at === sent.at) write({ ...sent, sentAt })
}

/** Forgets what was not sent before the account read something else on another device. */
export function forgetOlderRead({
  profile,
  lastActive,
}: Pick<ClaimedSession, 'profile' | 'lastActive'>): void {
  const kept = keptRead(profile.id)
  if (kept?.sentAt !== null || profile.lastReadAt === null) return
  // Both ages are measured by one clock each, since clocks of phones are wrong.
  const age = serverNow() - kept.at
  if (age > Date.parse(lastActive) - Date.parse(profile.lastReadAt)) lastReadText.write(null)
}

function write(kept: KeptRead): void {
  lastReadText.write(JSON.stringify(kept))
}
