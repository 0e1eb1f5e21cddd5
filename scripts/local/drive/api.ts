import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counters } from '../counters.ts'
import { sendJson } from '../http-server.ts'
import { type DriveFaults, delayOf, type Fault, toDomainError } from './faults.ts'
import { selectFields } from './fields.ts'
import type { DriveFiles, FileFacts } from './files.ts'
import { filesIn, folderOfQuery } from './folders.ts'
import { sendFile } from './send-file.ts'

export type ApiCall = { request: IncomingMessage; response: ServerResponse; url: URL }

export type ApiParts = { files: DriveFiles; faults: DriveFaults; counters: Counters }

const BASE = '/drive/v3/files'
const DEFAULT_FIELDS = 'kind,id,name,mimeType'
const DEFAULT_LIST_FIELDS = `kind,incompleteSearch,nextPageToken,files(${DEFAULT_FIELDS})`
const DEFAULT_PAGE = 100

/** Whether a path is one of Drive's API. */
export function isApiPath(path: string): boolean {
  return path === BASE || /^\/drive\/v3\/files\/[^/]+$/.test(path)
}

/** Drive's API v3 for whoever holds a token: `files/{id}`, its `alt=media`, and `files` of a folder. */
export async function serveApi(call: ApiCall, { files, faults, counters }: ApiParts): Promise<void> {
  const { response, url } = call
  const id = url.pathname === BASE ? null : url.pathname.slice(BASE.length + 1)
  const isMedia = url.searchParams.get('alt') === 'media'
  counters.add(id === null ? 'drive list' : isMedia ? 'drive media' : 'drive metadata')
  const fault = faults.next()
  await delayOf(fault)
  const refusal = toDomainError(fault)
  if (refusal) return sendApiError(response, refusal.status, refusal.reason, refusal.message)
  if (id === null) return withoutBody(fault, call, () => sendList(call, files))
  if (!isMedia) return withoutBody(fault, call, () => sendMetadata(call, files, id))
  const file = await files.find(id)
  if (!file) return sendApiError(response, 404, 'notFound', 'File not found.')
  if (!file.canDownload)
    return sendApiError(response, 403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.')
  return sendFile(call.request, response, file, 'attachment', fault)
}

/** A small answer has no middle: it breaks off or stalls before its first byte. */
async function withoutBody(
  fault: Fault | null,
  { response }: ApiCall,
  send: () => Promise<void>,
): Promise<void> {
  if (fault === 'kill') response.destroy()
  else if (fault !== 'stall') await send()
}

async function sendMetadata({ response, url }: ApiCall, files: DriveFiles, id: string): Promise<void> {
  const file = await files.describe(id)
  if (!file) return sendApiError(response, 404, 'notFound', 'File not found.')
  sendFields(response, metadataOf(file), url.searchParams.get('fields') ?? DEFAULT_FIELDS)
}

async function sendList({ response, url }: ApiCall, files: DriveFiles): Promise<void> {
  const folder = folderOfQuery(url.searchParams.get('q'))
  const entries = folder === null ? [] : filesIn(folder)
  if (!entries) return sendApiError(response, 404, 'notFound', `File not found: ${folder}.`)
  const from = Number(url.searchParams.get('pageToken') ?? 0)
  const to = from + Number(url.searchParams.get('pageSize') ?? DEFAULT_PAGE)
  const page = await Promise.all(
    entries.slice(from, to).map(async ({ id, name }) => {
      const file = await files.describe(id)
      return file ? [{ ...metadataOf(file), name }] : []
    }),
  )
  const list = {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(to < entries.length && { nextPageToken: String(to) }),
    files: page.flat(),
  }
  sendFields(response, list, url.searchParams.get('fields') ?? DEFAULT_LIST_FIELDS)
}

function sendFields(response: ServerResponse, answer: object, fields: string): void {
  try {
    sendJson(response, 200, selectFields(answer, fields))
  } catch (error) {
    sendApiError(response, 400, 'invalidParameter', error instanceof Error ? error.message : 'Bad fields')
  }
}

function metadataOf({ id, name, mimeType, size, lastModified, isTrashed, canDownload }: FileFacts) {
  return {
    kind: 'drive#file',
    id,
    name,
    mimeType,
    size: String(size),
    modifiedTime: new Date(lastModified).toISOString(),
    trashed: isTrashed,
    capabilities: { canDownload },
  }
}

export function sendApiError(
  response: ServerResponse,
  code: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const errors = [{ domain: 'global', reason, message }]
  sendJson(response, code, { error: { code, message, errors } }, headers)
}
