import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Answered } from '../product/call-api.ts'
import type { Product } from '../product/product.ts'

/** An answer of the document origin, or how far it came before the connection broke. */
export type Fetched = { kind: 'whole'; answer: Answered; bytes: Buffer } | { kind: 'broken'; ms: number }

const PATIENCE_MS = 35_000

/** Fetches a part of a document as the edge does, once it has checked a signature. @param range '0-1023' */
export async function fetchPart(
  { documents }: Pick<Product, 'documents'>,
  path: string,
  range: string,
): Promise<Fetched> {
  const startedAt = performance.now()
  const headers = { ...documents.headers, range: `bytes=${range}` }
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${documents.url}${path}`, { headers, timeout: PATIENCE_MS }, resolve)
        .once('error', reject)
        .end()
    })
    const bytes = await buffer(response)
    const { statusCode: status = 0, headers: answered } = response
    const contentType = answered['content-type'] ?? ''
    const text = /json/.test(contentType) ? bytes.toString() : ''
    const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    const ms = performance.now() - startedAt
    return { kind: 'whole', answer: { status, contentType, text, json, ms }, bytes }
  } catch {
    return { kind: 'broken', ms: performance.now() - startedAt }
  }
}
