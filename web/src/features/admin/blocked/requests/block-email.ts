import { blockEmail as route } from '#shared/contract/admin-security.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { call } from '#web/lib/api/call.ts'

/** Keeps an address out, with or without an account behind it. @throws ApiFailure */
export function blockEmail(body: { email: string; reason: string }): Promise<BlockedEmail> {
  return call(route, { body })
}
