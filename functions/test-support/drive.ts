import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Secrets } from './secrets.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

export type TestFile = {
  name: string
  mimeType: string
  bytes: Buffer
  isTrashed: boolean
  canDownload: boolean
  folder: string | null
  resourceKey: string | null
}

export type Drive = {
  url: string
  /** The files that are shared with the service account, by id; everything else is not found. */
  files: Map<string, TestFile>
  /** Answers in Drive's place; undefined lets a call through, null lets all through again. */
  respond(next: ((request: IncomingMessage) => Respond | undefined) | null): void
  /** Calls of the API since the test emptied it. */
  requests: IncomingMessage[]
  /** Signed assertions that tokens were asked for with. */
  assertions: string[]
  /** How the token endpoint fails; null: not at all. */
  tokensFailWith(fault: number | 'reset' | 'silence' | null): void
  /** Checks the assertions. */
  publicKey: KeyObject
  stop(): void
}

export const DRIVE_CREDENTIALS_SECRET_ID = 'drive'

/**
 * A server that stands where Google's token endpoint and Drive's API would; its service account's key lies among the
 * secrets.
 */
export async function startDrive(secrets: Secrets): Promise<Drive> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const requests: IncomingMessage[] = []
  const assertions: string[] = []
  const files = new Map<string, TestFile>()
  let inDrivesPlace: ((request: IncomingMessage) => Respond | undefined) | null = null
  let tokenFault: number | 'reset' | 'silence' | null = null

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    assertions.push(new URLSearchParams(await text(request)).get('assertion') ?? '')
    if (tokenFault === 'silence') return
    if (tokenFault === 'reset') {
      request.socket.destroy()
      return
    }
    if (tokenFault !== null) response.statusCode = tokenFault
    const token = { access_token: `token-${assertions.length}`, expires_in: 3600, token_type: 'Bearer' }
    sendJson(response, tokenFault === null ? token : { error: 'invalid_grant' })
  }

  const server = createServer((request, response) => {
    if (request.url === '/token') {
      void giveToken(request, response)
      return
    }
    requests.push(request)
    const respond = inDrivesPlace?.(request) ?? ((...call: Parameters<Respond>) => answer(files, ...call))
    respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  secrets.values.set(
    DRIVE_CREDENTIALS_SECRET_ID,
    JSON.stringify({
      type: 'service_account',
      client_email: 'lecteur@projet.iam.exemple.test',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: 'k1',
      token_uri: `${url}/token`,
    }),
  )
  Object.assign(process.env, { DRIVE_API_URL: url, DRIVE_CREDENTIALS_SECRET_ID })
  return {
    url,
    files,
    respond: (next) => {
      inDrivesPlace = next
    },
    requests,
    assertions,
    tokensFailWith: (fault) => {
      tokenFault = fault
    },
    publicKey,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function driveFile(changes: Partial<TestFile> = {}): TestFile {
  return {
    name: 'document.pdf',
    mimeType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4'),
    isTrashed: false,
    canDownload: true,
    folder: null,
    resourceKey: null,
    ...changes,
  }
}

/** An error as Drive writes it. */
export function driveError(status: number, reason: string): Respond {
  return (_, response) => {
    const error = { code: status, message: `About ${reason}`, errors: [{ domain: 'usageLimits', reason }] }
    response.statusCode = status
    sendJson(response, { error })
  }
}

function answer(files: Map<string, TestFile>, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://drive.test')
  const id = /^\/drive\/v3\/files\/([\w-]+)$/.exec(pathname)?.[1]
  const file = files.get(id ?? '')
  if (pathname === '/drive/v3/files') list(files, searchParams, response)
  else if (id === undefined || !file || searchParams.get('supportsAllDrives') !== 'true')
    driveError(404, 'notFound')(request, response)
  else if (file.resourceKey !== null && !hasKey(request, id, file.resourceKey))
    driveError(404, 'notFound')(request, response)
  else if (searchParams.get('alt') !== 'media') sendJson(response, metadataOf(file))
  else if (file.canDownload) serving(file.bytes, { 'content-type': file.mimeType })(request, response)
  else driveError(403, 'cannotDownloadFile')(request, response)
}

function hasKey(request: IncomingMessage, id: string, key: string): boolean {
  return request.headers['x-goog-drive-resource-keys'] === `${id}/${key}`
}

function metadataOf({ name, mimeType, bytes, isTrashed, canDownload }: TestFile): object {
  return {
    name,
    mimeType,
    // Google's own documents and folders have none.
    ...(!mimeType.startsWith('application/vnd.google-apps.') && { size: String(bytes.length) }),
    trashed: isTrashed,
    capabilities: { canDownload },
  }
}

/** Two a page, so that small folders have several. */
const PAGE = 2

function list(files: Map<string, TestFile>, query: URLSearchParams, response: ServerResponse): void {
  const folder = /^'([\w-]+)' in parents and trashed = false/.exec(query.get('q') ?? '')?.[1]
  const all = [...files].filter(([, file]) => file.folder === folder && !file.isTrashed)
  if (all.length === 0) {
    driveError(404, 'notFound')({} as IncomingMessage, response)
    return
  }
  const start = Number(query.get('pageToken')?.replace('~!', '') ?? 0)
  const sorted = all.toSorted(([, a], [, b]) => a.name.localeCompare(b.name))
  sendJson(response, {
    files: sorted.slice(start, start + PAGE).map(([id, file]) => ({
      id,
      name: file.name,
      size: String(file.bytes.length),
      ...(file.resourceKey !== null && { resourceKey: file.resourceKey }),
    })),
    ...(start + PAGE < sorted.length && { nextPageToken: `~!${start + PAGE}` }),
  })
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

/** Serves bytes with single ranges, as Drive does. */
export function serving(bytes: Buffer, headers: Record<string, string> = {}): Respond {
  return (request, response) => {
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined || to === undefined) {
      response.writeHead(200, { 'content-length': bytes.length, ...headers }).end(bytes)
      return
    }
    const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from)
    const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      return
    }
    const part = bytes.subarray(start, end + 1)
    response
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${start}-${end}/${bytes.length}`,
        ...headers,
      })
      .end(part)
  }
}
