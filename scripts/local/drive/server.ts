import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeService, type Handler, readBody, sendJson, startFakeService } from '../http-server.ts'
import { type DriveFile, type DriveFiles, describeFile, sendFile } from './files.ts'
import { createAccessTokens, isValidAssertion, type ServiceAccount, TOKEN_LIFE_S } from './service-account.ts'

type DriveOptions = {
  port?: number
  account: () => ServiceAccount
  files: DriveFiles
  /** @default 1000 */
  largestPage?: number
  now?: () => Date
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const MAX_TOKEN_REQUEST_BYTES = 16 * 1024
const FILES = '/drive/v3/files'

type Call = { request: IncomingMessage; response: ServerResponse; url: URL }

export function startDrive(options: DriveOptions): Promise<FakeService> {
  const { port = 0, account, files, largestPage = 1_000, now = () => new Date() } = options
  const tokens = createAccessTokens(now)
  return startFakeService({
    port,
    operationOf: (request) => operationOf(urlOf(request)),
    async handle(operation, request, response) {
      const call = { request, response, url: urlOf(request) }
      if (operation === 'token') return issueToken(call, account(), tokens, now())
      if (operation === 'preview') return sendPreview(call, files)
      if (operation === 'download') return sendDownload(call, files)
      if (operation === 'unknown') return sendPage(response, 404, NOT_FOUND_PAGE)
      if (tokens.isLive(request.headers.authorization))
        return serveApi(operation, call, { files, largestPage })
      const challenge = { 'www-authenticate': 'Bearer realm="Google"' }
      return sendError(response, 401, 'authError', 'Invalid Credentials', challenge)
    },
  })
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://drive.local')
}

function operationOf({ pathname, searchParams }: URL): string {
  if (pathname === '/token') return 'token'
  if (pathname === '/uc') return 'download'
  if (pathname === FILES) return 'list'
  if (/^\/file\/d\/[^/]+\/(?:preview|view)$/.test(pathname)) return 'preview'
  if (!pathname.startsWith(`${FILES}/`)) return 'unknown'
  return searchParams.get('alt') === 'media' ? 'media' : 'metadata'
}

async function issueToken(
  { request, response }: Call,
  account: ServiceAccount,
  tokens: ReturnType<typeof createAccessTokens>,
  now: Date,
): Promise<void> {
  const form = new URLSearchParams((await readBody(request, MAX_TOKEN_REQUEST_BYTES)).toString())
  if (form.get('grant_type') !== JWT_BEARER)
    return sendJson(response, 400, { error: 'unsupported_grant_type' })
  if (!isValidAssertion(form.get('assertion') ?? '', account, now))
    return sendJson(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
  sendJson(response, 200, { access_token: tokens.issue(), expires_in: TOKEN_LIFE_S, token_type: 'Bearer' })
}

/** Answers Drive's API v3 for holders of a token: `files/{id}`, its `alt=media`, and `files` of a folder. */
async function serveApi(
  operation: string,
  call: Call,
  { files, largestPage }: { files: DriveFiles; largestPage: number },
): Promise<void> {
  const { request, response, url } = call
  if (operation === 'list') return sendList(call, files, largestPage)
  const id = url.pathname.slice(FILES.length + 1)
  const file = files.find(id)
  if (!file || !isShared(call, id, file)) return sendError(response, 404, 'notFound', 'File not found.')
  if (operation === 'metadata') return sendFields(call, describeFile(id, file))
  if (!file.canDownload)
    return sendError(response, 403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.')
  return sendFile(request, response, file, 'attachment')
}

/** Files of shared drives, and links with a resource key, need their parameters. */
function isShared({ request, url }: Call, id: string, { resourceKey }: DriveFile): boolean {
  const key = request.headers['x-goog-drive-resource-keys']
  return (
    url.searchParams.get('supportsAllDrives') === 'true' &&
    (resourceKey === null || key === `${id}/${resourceKey}`)
  )
}

function sendList(call: Call, files: DriveFiles, largestPage: number): void {
  const { searchParams } = call.url
  const asked = /^(?:'([\w-]+)' in parents and )?trashed = false/.exec(searchParams.get('q') ?? '')
  const ids = asked && files.list(asked[1])
  if (!ids) return sendError(call.response, 404, 'notFound', 'File not found.')
  const from = Number(searchParams.get('pageToken')?.replace('~!', '') ?? 0)
  const to = from + Math.min(Number(searchParams.get('pageSize') ?? 100), largestPage)
  const list = {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(to < ids.length && { nextPageToken: `~!${to}` }),
    files: ids.slice(from, to).flatMap((id) => {
      const file = files.find(id)
      return file ? [describeFile(id, file)] : []
    }),
  }
  sendFields(call, list)
}

function sendFields({ response, url }: Call, answer: object): void {
  try {
    sendJson(response, 200, selectFields(answer, url.searchParams.get('fields') ?? 'kind,id,name,mimeType'))
  } catch (error) {
    sendError(response, 400, 'invalidParameter', error instanceof Error ? error.message : 'Bad fields')
  }
}

function sendError(
  response: ServerResponse,
  code: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const errors = [{ domain: 'global', reason, message }]
  sendJson(response, code, { error: { code, message, errors } }, headers)
}

export function driveError(status: number, reason: string): Handler {
  return (_, response) => sendError(response, status, reason, `About ${reason}`)
}

async function sendDownload({ request, response, url }: Call, files: DriveFiles): Promise<void> {
  const file = files.find(url.searchParams.get('id') ?? '')
  if (!file) return sendPage(response, 404, NOT_FOUND_PAGE)
  const disposition = url.searchParams.get('export') === 'download' ? 'attachment' : 'inline'
  return sendFile(request, response, file, disposition)
}

const NOT_FOUND_PAGE =
  '<!doctype html><html lang="fr"><title>Introuvable</title><p>Ce fichier est introuvable.</p></html>'

function sendPreview({ response, url }: Call, files: DriveFiles): void {
  const [, , , id = ''] = url.pathname.split('/')
  const file = files.find(id)
  if (!file) return sendPage(response, 404, NOT_FOUND_PAGE)
  const title = file.name.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const source = `/uc?export=view&amp;id=${encodeURIComponent(id)}`
  const viewer =
    file.mimeType === 'video/mp4'
      ? `<video controls playsinline src="${source}"></video>`
      : `<embed type="application/pdf" src="${source}">`
  sendPage(
    response,
    200,
    `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<title>${title}</title>
<style>html, body, embed, video { width: 100%; height: 100%; margin: 0; border: 0 }</style>
${viewer}
</html>
`,
  )
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
  })
  response.end(html)
}

/** Google's `fields` parameter: `nextPageToken,files(id,name)`, `capabilities/canDownload`, `*`. */
function selectFields(value: unknown, fields: string): unknown {
  if (fields === '*') return value
  const paths = fields.replace(/(\w+)\(([\w/,]+)\)/g, (_, name: string, inner: string) =>
    inner.replace(/(?<=^|,)/g, `${name}/`),
  )
  if (!/^[\w/]+(?:,[\w/]+)*$/.test(paths)) throw new Error(`Invalid field selection ${fields}`)
  return select(
    value,
    paths.split(',').map((path) => path.split('/')),
  )
}

function select(value: unknown, paths: string[][]): unknown {
  if (paths.some((path) => path.length === 0) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => select(item, paths))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
      return below.length > 0 ? [[name, select(part, below)]] : []
    }),
  )
}
