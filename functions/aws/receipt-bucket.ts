import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { PictureType } from '#shared/entities/payment-request.ts'
import { clientSettings } from './client-settings.ts'

/** Creates the client of the private bucket with pictures of receipts. */
export function createReceiptBucket(name: string) {
  const client = new S3Client(clientSettings(3))

  /** Stores a picture, also over an existing one. */
  async function put(key: string, bytes: Uint8Array, type: PictureType): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: bytes, ContentType: type }))
  }

  /** Returns the bytes of a picture, or null. */
  async function get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }))
      return (await Body?.transformToByteArray()) as Uint8Array<ArrayBuffer>
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  /** Deletes pictures. Absent ones are ignored. */
  async function remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand({ Bucket: name, Key: key }))))
  }

  return { put, get, remove }
}

export type ReceiptBucket = ReturnType<typeof createReceiptBucket>
