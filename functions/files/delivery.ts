import type { ContentKind } from '#shared/domain/document-health.ts'
import type { DriveReference } from '#shared/entities/file.ts'

export type FileRequest = {
  method: string
  path: string
  requestId: string
  range: string | undefined
  ifRange: string | undefined
}

export type Delivery = {
  statusCode: number
  headers: Record<string, string>
  body: ReadableStream<Uint8Array> | string | null
}

/** What of a document a path leads to. */
export type Content = { kind: ContentKind; file: DriveReference; version: string; disposition: string }
