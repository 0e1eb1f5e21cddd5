import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import * as v from 'valibot'
import { PUBLIC_CACHE_SECONDS } from '#shared/contract/catalogue.ts'
import type { RenderedFile } from '#shared/contract/published-content.ts'
import type { PictureType } from '#shared/entities/payment-request.ts'
import {
  MANIFEST_NAME,
  PreparedManifest,
  PreparedText,
  preparedPath,
  STATEMENT_WORDS,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import { clientSettings } from './sdk.ts'

/** Objects never change, since their names contain the digest of what they were made of. The edge keeps them. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

export function createPagesBucket(name: string) {
  const client = new S3Client(clientSettings(3))
  // A path on the site without its first slash is the key, so that the edge needs no rewriting.
  const keyOf = (digest: string, object: string) => `${preparedPath(digest).slice(1)}/${object}`

  async function put(Key: string, Body: Uint8Array | string, ContentType: string, CacheControl?: string) {
    await client.send(new PutObjectCommand({ Bucket: name, Key, Body, ContentType, CacheControl }))
  }

  async function readJson<S extends v.GenericSchema>(
    key: string,
    schema: S,
  ): Promise<v.InferOutput<S> | null> {
    const body = await readObject(client, name, key)
    return body && v.parse(schema, JSON.parse(await body.transformToString()))
  }

  async function remove(digest: string): Promise<void> {
    const pages = paginateListObjectsV2({ client }, { Bucket: name, Prefix: keyOf(digest, '') })
    for await (const { Contents = [] } of pages) {
      const keys = Contents.map(({ Key = '' }) => Key)
      await deleteObjects(client, name, keys)
    }
  }

  return {
    putPicture: (digest: string, object: string, body: Uint8Array) =>
      put(keyOf(digest, object), body, 'image/webp', CACHE_CONTROL),
    putJson: (digest: string, object: string, json: string) =>
      put(keyOf(digest, object), json, 'application/json', CACHE_CONTROL),
    readManifest: (digest: string) => readJson(keyOf(digest, MANIFEST_NAME), PreparedManifest),
    readText: (digest: string) => readJson(keyOf(digest, TEXT_NAME), PreparedText),
    readStatements: <S extends v.GenericSchema>(schema: S) => readJson(STATEMENT_WORDS, schema),
    putStatements: (words: unknown) => put(STATEMENT_WORDS, JSON.stringify(words), 'application/json'),
    remove,
  }
}

export type PagesBucket = ReturnType<typeof createPagesBucket>

export function createReceiptBucket(name: string) {
  const client = new S3Client(clientSettings(3))

  async function put(key: string, bytes: Uint8Array, type: PictureType): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: bytes, ContentType: type }))
  }

  async function get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const body = await readObject(client, name, key)
    return body && ((await body.transformToByteArray()) as Uint8Array<ArrayBuffer>)
  }

  async function remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand({ Bucket: name, Key: key }))))
  }

  return { put, get, remove }
}

export type ReceiptBucket = ReturnType<typeof createReceiptBucket>

/** Browsers revalidate a page at each use. The edge keeps it as long as a public list of the API. */
const SITE_CACHE_CONTROL = `public, max-age=0, s-maxage=${PUBLIC_CACHE_SECONDS}, must-revalidate`

export function createSiteBucket(name: string) {
  const client = new S3Client(clientSettings(3))

  async function listDigests(): Promise<Map<string, string>> {
    const digests = new Map<string, string>()
    // The ETag is the MD5 digest, since objects are stored in one part and encrypted by S3's own key.
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name }))
      for (const { Key = '', ETag = '' } of Contents) digests.set(Key, ETag.replaceAll('"', ''))
    return digests
  }

  async function put({ path, body, contentType, status }: RenderedFile): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: name,
      Key: path,
      Body: body,
      ContentType: contentType,
      CacheControl: SITE_CACHE_CONTROL,
      // The edge's response function answers with this status.
      ...(status !== undefined && { Metadata: { status: String(status) } }),
    })
    await client.send(command)
  }

  return { listDigests, put, remove: (keys: readonly string[]) => deleteObjects(client, name, keys) }
}

export type SiteBucket = ReturnType<typeof createSiteBucket>

/** @returns the body of an object; null where there is none */
async function readObject(client: S3Client, Bucket: string, Key: string) {
  try {
    return (await client.send(new GetObjectCommand({ Bucket, Key }))).Body ?? null
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}

/** S3 deletes at most 1,000 objects a call. */
const DELETED_AT_ONCE = 1_000

async function deleteObjects(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
    const Objects = keys.slice(start, start + DELETED_AT_ONCE).map((Key) => ({ Key }))
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    if (Errors[0]) throw new Error(`S3 did not delete ${Errors[0].Key}: ${Errors[0].Code}`)
  }
}
