import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type DocumentWeight, UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import { demoFileOf, LONG_FILM_BYTES, LONG_FILM_ID } from './demo-files.ts'

/** Bytes and pages of each paper by its id, and the bytes of the one film; demo/weigh.ts writes it. */
export const WEIGHTS_FILE = fileURLToPath(new URL('./weights.json', import.meta.url))

const Weights = v.object({
  film: v.number(),
  papers: v.record(v.string(), v.tuple([v.number(), v.number()])),
})
export type Weights = v.InferOutput<typeof Weights>

let read: Weights | undefined

/**
 * How heavy a file of the local Drive is, without making it: a thousand papers take most of a minute. Nobody has looked
 * at those that the table does not know.
 */
export function weightOf(fileId: string): DocumentWeight {
  read ??= v.parse(Weights, JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')))
  if (fileId === LONG_FILM_ID) return { size: LONG_FILM_BYTES, pages: null }
  if (demoFileOf(fileId)?.type === 'video') return { size: read.film, pages: null }
  const [size, pages] = read.papers[fileId] ?? []
  return size === undefined || pages === undefined ? UNKNOWN_WEIGHT : { size, pages }
}
