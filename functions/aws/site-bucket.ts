import { DeleteObjectsCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { PUBLIC_CACHE_SECONDS } from '#shared/contract/catalogue.ts'
import type { RenderedFile } from '#shared/contract/published-content.ts'
import { clientSettings } from './client-settings.ts'

/** Browsers revalidate a page at each use. The edge keeps it as long as a public list of the API. */
const SITE_CACHE_CONTROL = `public, max-age=0, s-maxage=${PUBLIC_CACHE_SECONDS}, must-revalidate`

/** S3 deletes at most 1,000 objects a call. */
const DELETED_AT_ONCE = 1_000

/** Creates the client of the site's bucket. */
export function createSiteBucket(name: string) {
  const client = new S3Client(clientSettings(3))

  /** Returns the MD5 digest of every object in hexadecimal by its key. One call for a thousand objects. */
  async function listDigests(): Promise<Map<string, string>> {
    const digests = new Map<string, string>()
    // The ETag is the MD5 digest, since objects are stored in one part and encrypted by S3's own key.
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name }))
      for (const { Key = '', ETag = '' } of Contents) digests.set(Key, ETag.replaceAll('"', ''))
    return digests
  }

  /** Stores a file, also over an existing one. */
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

  /** Deletes objects. Absent ones are ignored. */
  async function remove(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
      const Objects = keys.slice(start, start + DELETED_AT_ONCE).map((Key) => ({ Key }))
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }),
      )
      if (Errors[0]) throw new Error(`S3 did not delete ${Errors[0].Key}: ${Errors[0].Code}`)
    }
  }

  return { listDigests, put, remove }
}

export type SiteBucket = ReturnType<typeof createSiteBucket>
