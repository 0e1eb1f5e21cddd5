import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import * as v from 'valibot'
import {
  MANIFEST_NAME,
  PreparedManifest,
  PreparedText,
  preparedPath,
  STATEMENT_WORDS,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import { clientSettings } from './client-settings.ts'

/** Objects never change, since their names contain the digest of what they were made of. The edge keeps them. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** Creates the client of the private bucket with the pictures and texts of prepared PDFs. */
export function createPagesBucket(name: string) {
  const client = new S3Client(clientSettings(3))
  // A path on the site without its first slash is the key, so that the edge needs no rewriting.
  const keyOf = (digest: string, object: string) => `${preparedPath(digest).slice(1)}/${object}`

  async function put(digest: string, object: string, body: Uint8Array | string, contentType: string) {
    const command = new PutObjectCommand({
      Bucket: name,
      Key: keyOf(digest, object),
      Body: body,
      ContentType: contentType,
      CacheControl: CACHE_CONTROL,
    })
    await client.send(command)
  }

  async function putStatements(words: unknown): Promise<void> {
    const Body = JSON.stringify(words)
    const ContentType = 'application/json'
    await client.send(new PutObjectCommand({ Bucket: name, Key: STATEMENT_WORDS, Body, ContentType }))
  }

  /** Returns an object of JSON, or null. */
  async function readJson<S extends v.GenericSchema>(
    key: string,
    schema: S,
  ): Promise<v.InferOutput<S> | null> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }))
      return v.parse(schema, JSON.parse((await Body?.transformToString()) ?? ''))
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  /** Deletes everything of a digest. */
  async function remove(digest: string): Promise<void> {
    const pages = paginateListObjectsV2({ client }, { Bucket: name, Prefix: keyOf(digest, '') })
    for await (const { Contents = [] } of pages) {
      const Objects = Contents.map(({ Key = '' }) => ({ Key }))
      if (Objects.length === 0) continue
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }),
      )
      if (Errors[0]) throw new Error(`S3 did not delete ${Errors[0].Key}: ${Errors[0].Code}`)
    }
  }

  return {
    putPicture: (digest: string, object: string, body: Uint8Array) => put(digest, object, body, 'image/webp'),
    putJson: (digest: string, object: string, json: string) => put(digest, object, json, 'application/json'),
    readManifest: (digest: string) => readJson(keyOf(digest, MANIFEST_NAME), PreparedManifest),
    readText: (digest: string) => readJson(keyOf(digest, TEXT_NAME), PreparedText),
    readStatements: <S extends v.GenericSchema>(schema: S) => readJson(STATEMENT_WORDS, schema),
    putStatements,
    remove,
  }
}

export type PagesBucket = ReturnType<typeof createPagesBucket>
