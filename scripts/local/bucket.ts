import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { removeOld } from '#infra/kept-build.ts'
import type { SiteObject } from './edge/static-site.ts'
import { sendXml } from './http-server.ts'

export type Bucket = {
  get: (key: string) => SiteObject | null
  list: (prefix: string) => string[]
  put: (key: string, body: Buffer, headers: ObjectHeaders) => void
  delete: (key: string) => void
}

const Headers = v.object({
  contentType: v.string(),
  cacheControl: v.nullable(v.string()),
  metadata: v.record(v.string(), v.string()),
})

type ObjectHeaders = v.InferOutput<typeof Headers>

export class MemoryBucket implements Bucket {
  readonly objects = new Map<string, SiteObject>()

  get(key: string): SiteObject | null {
    return this.objects.get(key) ?? null
  }

  list(prefix: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix))
  }

  put(key: string, body: Buffer, headers: ObjectHeaders): void {
    this.objects.set(key, withDigest(body, headers))
  }

  delete(key: string): void {
    this.objects.delete(key)
  }
}

function pack(body: Buffer, headers: ObjectHeaders): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), body])
}

function unpack(file: Buffer): SiteObject {
  const end = file.indexOf('\n')
  return withDigest(file.subarray(end + 1), v.parse(Headers, JSON.parse(file.subarray(0, end).toString())))
}

function withDigest(body: Buffer, headers: ObjectHeaders): SiteObject {
  return { body, etag: `"${createHash('md5').update(body).digest('hex')}"`, ...headers }
}

/** Undefined for calls of other services than S3. */
export function bucketOperation({ method, url = '' }: IncomingMessage): string | undefined {
  const query = new URL(url, 'http://s3').searchParams
  if (query.get('list-type') === '2') return 'ListObjectsV2'
  if (method === 'POST' && query.has('delete')) return 'DeleteObjects'
  return ['PutObject', 'GetObject', 'DeleteObject'].find((operation) => query.get('x-id') === operation)
}

export function answerBucketCall(
  bucketOf: (name: string) => Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const { headers, url = '' } = request
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const [, bucketName = '', ...path] = pathname.split('/')
  const bucket = bucketOf(bucketName)
  const objectKey = decodeURIComponent(path.join('/'))
  const operation = bucketOperation(request)
  if (operation === 'ListObjectsV2') {
    const contents = bucket
      .list(searchParams.get('prefix') ?? '')
      .map((key) => `<Contents><Key>${key}</Key><ETag>${bucket.get(key)?.etag}</ETag></Contents>`)
    sendXml(
      response,
      200,
      `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
    )
  } else if (operation === 'DeleteObjects') {
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) bucket.delete(key)
    sendXml(response, 200, '<DeleteResult></DeleteResult>')
  } else if (operation === 'DeleteObject') {
    bucket.delete(objectKey)
    response.writeHead(204).end()
  } else if (operation === 'GetObject') {
    const object = bucket.get(objectKey)
    if (!object) return sendXml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    const { contentType, etag } = object
    response
      .writeHead(200, { 'content-type': contentType, 'content-length': object.body.length, etag })
      .end(object.body)
  } else {
    const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    bucket.put(objectKey, body, {
      contentType: headers['content-type'] ?? 'binary/octet-stream',
      cacheControl: headers['cache-control'] ?? null,
      metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
    })
    response.writeHead(200, { etag: bucket.get(objectKey)?.etag }).end()
  }
}

const UNFINISHED = '.unfinished-'

/** Each object is a file of the folder, with its headers in the first line. */
export class FolderBucket implements Bucket {
  readonly #folder: string
  readonly #isShared: boolean
  readonly #deleted = new Set<string>()

  /** @param isShared several processes may use the folder: an object that one deletes is gone for it alone */
  constructor(folder: string, { isShared = false } = {}) {
    this.#folder = folder
    this.#isShared = isShared
    mkdirSync(folder, { recursive: true })
  }

  get(key: string): SiteObject | null {
    if (this.#deleted.has(key)) return null
    try {
      return unpack(readFileSync(this.#fileOf(key)))
    } catch (error) {
      if (['ENOENT', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
      throw error
    }
  }

  list(prefix: string): string[] {
    return readdirSync(this.#folder)
      .filter((file) => !file.startsWith(UNFINISHED))
      .map(decodeURIComponent)
      .filter((key) => key.startsWith(prefix) && !this.#deleted.has(key))
  }

  put(key: string, body: Buffer, headers: ObjectHeaders): void {
    const unfinished = join(this.#folder, `${UNFINISHED}${randomUUID()}`)
    writeFileSync(unfinished, pack(body, headers))
    // Another process never reads half an object.
    renameSync(unfinished, this.#fileOf(key))
    this.#deleted.delete(key)
  }

  delete(key: string): void {
    if (this.#isShared) this.#deleted.add(key)
    else rmSync(this.#fileOf(key), { force: true })
  }

  #fileOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key))
  }
}

/** Joins two buckets. @param isOfFirst true for the keys that the first one has; the second has all others */
export function splitBucket(isOfFirst: (key: string) => boolean, first: Bucket, second: Bucket): Bucket {
  const bucketOf = (key: string) => (isOfFirst(key) ? first : second)
  return {
    get: (key) => bucketOf(key).get(key),
    list: (prefix) => [...first.list(prefix), ...second.list(prefix)],
    put: (key, ...object) => bucketOf(key).put(key, ...object),
    delete: (key) => bucketOf(key).delete(key),
  }
}

/** Removes the folders of other versions that were not used for a day. */
export function folderOfVersion(cache: string, version: string): string {
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  utimesSync(folder, new Date(), new Date())
  removeOld(cache)
  return folder
}
