import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import { MISSING_PARTS, type MissingPart, missingPartTexts } from '#shared/entities/drive-access.ts'

/**
 * The fault of a refused call. Drive does not reveal whether a `missing` file exists. `not-downloadable`: its owner
 * forbids downloads, or its quota is exhausted. `busy`: too many calls. `expired`: the access token. A missing part of
 * the access must be provided by an operator. `down`: no answer, a broken one, or 5xx.
 */
type DriveFault = 'missing' | 'not-downloadable' | 'busy' | 'expired' | MissingPart | 'refused' | 'down'

/** A call that Drive refused or did not answer. The message names status and reason, never a file. */
export class DriveFailure extends Error {
  readonly fault: DriveFault

  constructor(fault: DriveFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DriveFailure'
    this.fault = fault
  }
}

/** Reasons as Google documents them: developers.google.com/workspace/drive/api/guides/handle-errors. */
const FAULT_BY_REASON: ReadonlyMap<string, DriveFault> = new Map([
  ['rateLimitExceeded', 'busy'],
  ['userRateLimitExceeded', 'busy'],
  ['accessNotConfigured', 'api-disabled'],
  ['insufficientPermissions', 'not-permitted'],
  ['insufficientFilePermissions', 'missing'],
  ['cannotDownloadFile', 'not-downloadable'],
  ['cannotDownloadAbusiveFile', 'not-downloadable'],
  ['downloadQuotaExceeded', 'not-downloadable'],
  ['fileNotDownloadable', 'not-downloadable'],
  ['domainPolicy', 'not-downloadable'],
])

const ErrorBody = v.object({
  error: v.object({ errors: v.tupleWithRest([v.object({ reason: v.string() })], v.unknown()) }),
})

export async function failureOf(response: Response): Promise<DriveFailure> {
  const reason = reasonIn(await response.text().catch(() => ''))
  const said = `Drive answered ${response.status}${reason === null ? '' : ` (${reason})`}`
  return new DriveFailure(faultOf(response.status, reason), said)
}

function faultOf(status: number, reason: string | null): DriveFault {
  if (status === 404) return 'missing'
  if (status === 401) return 'expired'
  if (status === 429) return 'busy'
  if (status >= 500) return 'down'
  return (status === 403 && reason !== null && FAULT_BY_REASON.get(reason)) || 'refused'
}

/** Returns the reason, which is one word. Nothing else of a body becomes part of a message. */
function reasonIn(body: string): string | null {
  try {
    const [{ reason }] = v.parse(ErrorBody, JSON.parse(body)).error.errors
    return /^[A-Za-z]{1,60}$/.test(reason) ? reason : null
  } catch {
    return null
  }
}

export function missingPartOf({ fault }: DriveFailure): MissingPart | null {
  return MISSING_PARTS.find((part) => part === fault) ?? null
}

export function driveRefusal(error: unknown): unknown {
  if (!(error instanceof DriveFailure)) return error
  return new DomainError(error.fault === 'missing' ? 'DOCUMENT_UNAVAILABLE' : 'DOCUMENT_SOURCE_FAILED', {
    cause: error,
  })
}

/** Returns the refusal that owners get, which names the missing part of the access to Drive. */
export function driveRefusalForOwners(error: unknown): unknown {
  const part = error instanceof DriveFailure ? missingPartOf(error) : null
  if (part === null) return driveRefusal(error)
  return new DomainError('DOCUMENT_SOURCE_FAILED', { detail: missingPartTexts[part], cause: error })
}
