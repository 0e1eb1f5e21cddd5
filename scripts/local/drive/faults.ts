import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'

/**
 * How the local Drive may fail, on demand.
 * - `slow`: a second until the answer begins, then some 600 kB a second.
 * - `quota`: too many have downloaded the file; `rate-limit`: too many calls at once; `500`: Drive's own accident.
 * - `stall`: half of the file, then silence. `kill`: half of the file, then the connection breaks.
 */
const FAULTS = ['slow', 'quota', 'rate-limit', '500', 'stall', 'kill'] as const
export type Fault = (typeof FAULTS)[number]

/** What is asked for; without `times` it lasts until `off`. */
export const FaultOrder = v.object({
  kind: v.picklist([...FAULTS, 'off']),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

const SLOW_START_MS = 1_000
const SLOW_PAUSE_MS = 100
const KILL_PAUSE_MS = 100

/** The faults that the next calls of Drive's API meet. */
export class DriveFaults {
  #fault: Fault | null = null
  #left = 0

  order({ kind, times = Number.POSITIVE_INFINITY }: v.InferOutput<typeof FaultOrder>): void {
    this.#fault = kind === 'off' ? null : kind
    this.#left = times
  }

  /** The fault of one call; null when it goes well. */
  next(): Fault | null {
    if (this.#fault === null || this.#left <= 0) return null
    this.#left -= 1
    return this.#fault
  }
}

/** What Drive says instead of an answer; null when the fault is of another kind. */
export function toDomainError(
  fault: Fault | null,
): { status: number; reason: string; message: string } | null {
  switch (fault) {
    case 'quota':
      return { status: 403, reason: 'downloadQuotaExceeded', message: 'The download quota is exceeded.' }
    case 'rate-limit':
      return { status: 403, reason: 'userRateLimitExceeded', message: 'User Rate Limit Exceeded.' }
    case '500':
      return { status: 500, reason: 'backendError', message: 'Internal Error' }
    case 'slow':
    case 'stall':
    case 'kill':
    case null:
      return null
  }
}

/** Waits as a fault makes it wait before an answer begins. */
export async function delayOf(fault: Fault | null): Promise<void> {
  if (fault === 'slow') await sleep(SLOW_START_MS)
}

/**
 * A file's bytes as a fault lets them through.
 * @param size of them all together
 * @throws Error in the middle, to break the connection
 */
export async function* flowOf(
  fault: Fault | null,
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
    // What was sent shall arrive: a broken connection takes along what still waits.
    if (isCut && fault === 'kill') await sleep(KILL_PAUSE_MS)
    if (isCut) throw new Error('Broken off on demand')
    if (fault === 'slow') await sleep(SLOW_PAUSE_MS)
  }
}
