import pRetry from 'p-retry'
import type { DriveReference } from '#shared/domain/drive-reference.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import type { DriveTokens } from './drive-tokens.ts'

export type DriveRequest = { file: DriveReference; range: string | undefined; ifRange: string | undefined }

/** Asks Drive for a file's bytes. Answers 200, 206 or 416 as Drive gave them, the body not read yet. */
export type OpenDriveFile = (request: DriveRequest) => Promise<Response>

/** Until Drive's first byte. Two attempts and a pause stay under 10 s. Milliseconds. */
const FIRST_BYTE_TIMEOUT_MS = 2_500

/**
 * Drive's API behind the stage's service account (decision D21).
 * Broken connections, time-outs, 429, 5xx and an expired token are tried once more, before any byte was passed on.
 * @throws Refusal DOCUMENT_UNAVAILABLE when Drive has no such file for us; DOCUMENT_SOURCE_FAILED for everything else
 */
export function driveFiles(apiUrl: string, tokens: DriveTokens): OpenDriveFile {
  async function open({ file, range, ifRange }: DriveRequest): Promise<Response> {
    const url = new URL(`/drive/v3/files/${file.fileId}`, apiUrl)
    url.search = 'alt=media&supportsAllDrives=true'
    const response = await fetchHeaders(url, {
      authorization: `Bearer ${await tokens.current()}`,
      // The lengths that we pass on are those of the bytes themselves.
      'accept-encoding': 'identity',
      ...(range !== undefined && { range }),
      ...(ifRange !== undefined && { 'if-range': ifRange }),
      ...(file.resourceKey !== undefined && {
        'x-goog-drive-resource-keys': `${file.fileId}/${file.resourceKey}`,
      }),
    })
    if (response.status === 200 || response.status === 206 || response.status === 416) return response
    await response.body?.cancel()
    if (response.status === 404) throw new Refusal('DOCUMENT_UNAVAILABLE')
    if (response.status === 401) tokens.forget()
    throw new Refusal('DOCUMENT_SOURCE_FAILED', { cause: new DriveFailure(response.status) })
  }

  return (request) =>
    pRetry(() => open(request), {
      retries: 1,
      minTimeout: 150,
      randomize: true,
      shouldRetry: ({ error }) => error.cause instanceof DriveFailure && error.cause.mayPass,
    })
}

/** What Drive answered instead of bytes; `null` when it did not answer. */
class DriveFailure extends Error {
  readonly mayPass: boolean

  constructor(status: number | null, cause?: unknown) {
    super(status === null ? 'Drive did not answer' : `Drive answered ${status}`, { cause })
    // A 403 is a quota or a missing share: asking again at once makes it worse.
    this.mayPass = status === null || status === 401 || status === 429 || status >= 500
  }
}

/** The time-out ends with the headers: a long video may take its time. */
async function fetchHeaders(url: URL, headers: Record<string, string>): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), FIRST_BYTE_TIMEOUT_MS)
  try {
    return await fetch(url, { headers, signal: abort.signal })
  } catch (error) {
    throw new Refusal('DOCUMENT_SOURCE_FAILED', { cause: new DriveFailure(null, error) })
  } finally {
    clearTimeout(timer)
  }
}
