import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Counters } from '../counters.ts'
import { listen, type RunningServer, readBody, sendJson } from '../http-server.ts'
import { type ApiCall, type ApiParts, isApiPath, sendApiError, serveApi } from './api.ts'
import { DriveFaults } from './faults.ts'
import { DriveFiles } from './files.ts'
import { previewPage } from './preview-page.ts'
import { sendFile } from './send-file.ts'
import { isValidAssertion, type ServiceAccount } from './service-account.ts'

export type DriveOptions = {
  port: number
  /** The one account whose keys the token endpoint accepts. */
  account: ServiceAccount
  videoPath: string
  counters: Counters
  /**
   * How its API fails.
   * @default not at all
   */
  faults?: DriveFaults
  now?: () => Date
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_LIFE_S = 3599
const MAX_TOKEN_REQUEST_BYTES = 16 * 1024

/** Google Drive on loopback: token endpoint, API `files`, preview page and direct download. */
export function startDrive(options: DriveOptions): Promise<RunningServer> {
  const { videoPath, counters, faults = new DriveFaults(), now = () => new Date() } = options
  const parts = { files: new DriveFiles(videoPath), faults, counters }
  const tokens = new AccessTokens(now)
  return listen(options.port, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://drive.local')
    await serve({ request, response, url }, parts, tokens, options)
  })
}

async function serve(
  call: ApiCall,
  parts: ApiParts,
  tokens: AccessTokens,
  options: DriveOptions,
): Promise<void> {
  const { request, response, url } = call
  const { files, counters } = parts
  const previewId = /^\/file\/d\/([^/]+)\/(?:preview|view)$/.exec(url.pathname)?.[1]
  if (url.pathname === '/token' && request.method === 'POST') {
    counters.add('drive token')
    return issueToken(call, tokens, options)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendApiError(response, 405, 'httpMethodNotAllowed', 'Method not allowed')
  if (isApiPath(url.pathname)) {
    if (tokens.isLive(request.headers.authorization)) return serveApi(call, parts)
    const challenge = { 'www-authenticate': 'Bearer realm="Google"' }
    return sendApiError(response, 401, 'authError', 'Invalid Credentials', challenge)
  }
  if (previewId !== undefined) {
    counters.add('drive preview')
    const file = await files.find(previewId)
    return sendPage(response, file ? 200 : 404, file ? previewPage(file) : NOT_FOUND_PAGE)
  }
  if (url.pathname === '/uc') {
    counters.add('drive download')
    const file = await files.find(url.searchParams.get('id') ?? '')
    if (!file) return sendPage(response, 404, NOT_FOUND_PAGE)
    const isSaved = url.searchParams.get('export') === 'download'
    return sendFile(request, response, file, isSaved ? 'attachment' : 'inline')
  }
  return sendPage(response, 404, NOT_FOUND_PAGE)
}

async function issueToken(
  { request, response }: ApiCall,
  tokens: AccessTokens,
  { account, now = () => new Date() }: DriveOptions,
): Promise<void> {
  const form = new URLSearchParams((await readBody(request, MAX_TOKEN_REQUEST_BYTES)).toString())
  if (form.get('grant_type') !== JWT_BEARER)
    return sendJson(response, 400, { error: 'unsupported_grant_type' })
  if (!isValidAssertion(form.get('assertion') ?? '', account, now()))
    return sendJson(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
  sendJson(response, 200, { access_token: tokens.issue(), expires_in: TOKEN_LIFE_S, token_type: 'Bearer' })
}

const NOT_FOUND_PAGE =
  '<!doctype html><html lang="fr"><title>Introuvable</title><p>Ce fichier est introuvable.</p></html>'

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
  })
  response.end(html)
}

/** The tokens handed out, each good for an hour. */
class AccessTokens {
  readonly #expiry = new Map<string, number>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  issue(): string {
    const token = `ya29.${randomBytes(24).toString('base64url')}`
    this.#expiry.set(token, this.#now().getTime() + TOKEN_LIFE_S * 1000)
    return token
  }

  isLive(authorization: string | undefined): boolean {
    const expiry = this.#expiry.get(authorization?.replace(/^Bearer /, '') ?? '')
    return expiry !== undefined && expiry > this.#now().getTime()
  }
}
