import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import type { SiteObject } from './edge/static-site.ts'

const Headers = v.object({
  contentType: v.string(),
  cacheControl: v.nullable(v.string()),
  metadata: v.record(v.string(), v.string()),
})

/** A bucket of S3; each object is a file of the folder, its headers in the first line. */
export class LocalBucket {
  readonly #folder: string | null
  readonly #objects = new Map<string, SiteObject>()

  /** @param folder null: objects are kept in memory alone */
  constructor(folder: string | null) {
    this.#folder = folder
    if (folder === null) return
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, file))
      const end = bytes.indexOf('\n')
      const headers = v.parse(Headers, JSON.parse(bytes.subarray(0, end).toString()))
      this.#objects.set(decodeURIComponent(file), withDigest(bytes.subarray(end + 1), headers))
    }
  }

  get(key: string): SiteObject | null {
    return this.#objects.get(key) ?? null
  }

  get objects(): ReadonlyMap<string, SiteObject> {
    return this.#objects
  }

  put(key: string, body: Buffer, headers: v.InferOutput<typeof Headers>): void {
    this.#objects.set(key, withDigest(body, headers))
    const file = this.#fileOf(key)
    if (file) writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), body]))
  }

  delete(key: string): void {
    this.#objects.delete(key)
    const file = this.#fileOf(key)
    if (file) rmSync(file, { force: true })
  }

  #fileOf(key: string): string | null {
    return this.#folder && join(this.#folder, encodeURIComponent(key))
  }
}

function withDigest(body: Buffer, headers: v.InferOutput<typeof Headers>): SiteObject {
  return { body, etag: `"${createHash('md5').update(body).digest('hex')}"`, ...headers }
}

/** Reads the operation of a call of S3 from the SDK's address; undefined for other services. */
export function bucketOperation({ method, url = '' }: IncomingMessage): string | undefined {
  const query = new URL(url, 'http://s3').searchParams
  if (query.get('list-type') === '2') return 'ListObjectsV2'
  if (method === 'POST' && query.has('delete')) return 'DeleteObjects'
  return OBJECT_OPERATIONS.find((operation) => query.get('x-id') === operation)
}

const OBJECT_OPERATIONS = ['PutObject', 'GetObject', 'DeleteObject']

/** Answers the calls of S3 that functions make. */
export function answerBucketCall(
  bucketOf: (name: string) => LocalBucket,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const sendXml = (xml: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  const { headers, url = '' } = request
  const { pathname } = new URL(url, 'http://s3')
  const [, bucketName = '', ...path] = pathname.split('/')
  const bucket = bucketOf(bucketName)
  const objectKey = decodeURIComponent(path.join('/'))
  const operation = bucketOperation(request)
  if (operation === 'ListObjectsV2') {
    const contents = [...bucket.objects].map(
      ([key, { etag }]) => `<Contents><Key>${key}</Key><ETag>${etag}</ETag></Contents>`,
    )
    sendXml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
  } else if (operation === 'DeleteObjects') {
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) bucket.delete(key)
    sendXml('<DeleteResult></DeleteResult>')
  } else if (operation === 'DeleteObject') {
    bucket.delete(objectKey)
    response.writeHead(204).end()
  } else if (operation === 'GetObject') {
    const object = bucket.get(objectKey)
    if (object)
      response
        .writeHead(200, { 'content-type': object.contentType, 'content-length': object.body.length })
        .end(object.body)
    else
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>')
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
