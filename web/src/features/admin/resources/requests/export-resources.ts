import { exportResources as route } from '#shared/contract/admin-resources.ts'
import { call } from '#web/lib/api/call.ts'

const TIMEOUT_MS = 40_000

/** Every resource as CSV. @throws ApiFailure */
export function exportResources(): Promise<string> {
  return call(route, {}, { timeoutMs: TIMEOUT_MS })
}
