import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'

/**
 * Faults of the local Drive on demand. `slow`: a second until the answer begins, then some 600 kB a second. `quota`:
 * too many downloads of the file; `rate-limit`: too many calls; `500`: Drive's own failure. `api-disabled`: the Drive
 * API is not enabled. `stall`: half of the file, then silence; `kill`: half of it, then the connection breaks.
 */
const FAULTS = ['slow', 'quota', 'rate-limit', '500', 'api-disabled', 'stall', 'kill'] as const
export type DriveFault = (typeof FAULTS)[number]

/** The ordered fault; without `times` it lasts until `off`. */
export const FaultOrder = v.object({
  kind: v.picklist([...FAULTS, 'off']),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/** Answers in place of the file; the other faults let an answer begin. */
export const REFUSALS: Partial<
  Record<DriveFault, readonly [status: number, reason: string, message: string]>
> = {
  quota: [403, 'downloadQuotaExceeded', 'The download quota is exceeded.'],
  'rate-limit': [403, 'userRateLimitExceeded', 'User Rate Limit Exceeded.'],
  '500': [500, 'backendError', 'Internal Error'],
  'api-disabled': [
    403,
    'accessNotConfigured',
    'Google Drive API has not been used in project 123456789012 before or it is disabled.',
  ],
}

export const SLOW_START_MS = 1_000
const SLOW_PAUSE_MS = 100
const KILL_PAUSE_MS = 100

/** The faults that the next calls of Drive's API meet. */
export class DriveFaults {
  #fault: DriveFault | null = null
  #left = 0

  order({ kind, times = Number.POSITIVE_INFINITY }: v.InferOutput<typeof FaultOrder>): void {
    this.#fault = kind === 'off' ? null : kind
    this.#left = times
  }

  /** Returns the fault of one call; null when it succeeds. */
  next(): DriveFault | null {
    if (this.#fault === null || this.#left <= 0) return null
    this.#left -= 1
    return this.#fault
  }
}

/**
 * Sends a file's bytes as a fault lets them through.
 * @param size of them all together
 * @throws Error in the middle, to break the connection
 */
export async function* throttleChunks(
  fault: DriveFault | null,
  chunks: Iterable<Uint8Array>,
  size: number,
  response: ServerResponse,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (const chunk of chunks) {
    const isCut = (fault === 'stall' || fault === 'kill') && sent + chunk.length > size / 2
    const piece = isCut ? chunk.subarray(0, Math.max(0, Math.floor(size / 2) - sent)) : chunk
    if (piece.length > 0) yield piece
    sent += piece.length
    if (isCut && fault === 'stall') await once(response, 'close')
    // The sent bytes must arrive: a broken connection drops what is still buffered.
    if (isCut && fault === 'kill') await sleep(KILL_PAUSE_MS)
    if (isCut) throw new Error('Broken off on demand')
    if (fault === 'slow') await sleep(SLOW_PAUSE_MS)
  }
}
