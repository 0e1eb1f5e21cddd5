import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3'

/**
 * Lists the versions and delete markers of a bucket, a thousand at most in a page. S3 deletes no bucket that has one,
 * and `aws s3 rb --force` leaves them.
 */
async function* listVersions(s3: S3Client, Bucket: string): AsyncGenerator<ObjectIdentifier[]> {
  let next: { KeyMarker?: string; VersionIdMarker?: string } | null = {}
  while (next) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, ...next }),
    )
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }))
    const { IsTruncated, NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    next = IsTruncated
      ? { ...(KeyMarker && { KeyMarker }), ...(VersionIdMarker && { VersionIdMarker }) }
      : null
  }
}

export async function countVersions(s3: S3Client, bucket: string): Promise<number> {
  let count = 0
  for await (const versions of listVersions(s3, bucket)) count += versions.length
  return count
}

/** Deletes a bucket with all versions of its objects; it may be repeated. @throws Error when S3 keeps one */
export async function deleteBucket(s3: S3Client, Bucket: string): Promise<void> {
  for await (const Objects of listVersions(s3, Bucket)) {
    if (Objects.length === 0) continue
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    if (Errors[0]) throw new Error(`S3 n'a pas supprimé ${Errors[0].Key} : ${Errors[0].Code}`)
  }
  await s3.send(new DeleteBucketCommand({ Bucket }))
}
