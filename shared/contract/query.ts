import * as v from 'valibot'
import { validationMessages as texts } from '../entities/fields.ts'

/** A whole number in a query string, where it arrives as text. */
/* @__NO_SIDE_EFFECTS__ */
export function queryNumber(least: number, most: number, message: string) {
  return v.pipe(
    v.union([v.string(), v.number()], message),
    v.transform(Number),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  )
}

/** Number of items of a page: 1 to 100, default 50. */
export const Limit = v.optional(queryNumber(1, 100, texts.limit), 50)

/** Position of the next page. It is opaque, and the repository that made it checks it again. */
export const Cursor = v.optional(v.pipe(v.string(texts.cursor), v.regex(/^[\w-]{1,512}$/, texts.cursor)))

export const Flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false'], texts.boolean),
    v.transform((text) => text === 'true'),
  ),
  'false',
)

export const Search = v.optional(
  v.pipe(v.string(texts.invalid), v.trim(), v.maxLength(100, texts.tooLong)),
  '',
)

export const CsvPage = v.object({ csv: v.string(), nextCursor: v.nullable(v.string()) })
export type CsvPage = v.InferOutput<typeof CsvPage>

export function pageOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) })
}
