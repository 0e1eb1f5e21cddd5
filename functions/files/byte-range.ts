/** The longest part that one answer holds; players and PDF.js ask for the next one. Bytes. */
export const PART_AT_MOST = 16 * 1024 * 1024

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i

/**
 * The range to ask the source for when a reader asks with this header; null: the whole file. A part is cut to
 * {@link PART_AT_MOST}, as HTTP allows: the answer says which bytes it holds. Where the end alone is given, the beginning
 * is not known yet, so that it is cut as it comes. Several ranges at once, and what is no range of bytes, are answered
 * with the whole file, as HTTP allows too.
 */
export function rangeToAsk(header: string | undefined): string | null {
  const [, first, last, suffix] = ONE_RANGE.exec(header ?? '') ?? []
  if (suffix !== undefined) return `bytes=-${suffix}`
  if (first === undefined) return null
  const start = Number(first)
  const longest = start + PART_AT_MOST - 1
  const end = last ? Math.min(Number(last), longest) : longest
  return end < start ? null : `bytes=${start}-${end}`
}
