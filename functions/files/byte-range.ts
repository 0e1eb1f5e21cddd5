/** Limit of one answer. Players ask for the next part. */
export const MAX_PART_BYTES = 16 * 1024 * 1024

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i

/**
 * Returns the range to request from Drive for a reader's Range header; null for the whole file. A part is cut to {@link
 * MAX_PART_BYTES}, as HTTP allows: the answer states its bytes. The last bytes of a file (`bytes=-n`) are cut while
 * they are streamed, since their beginning is not known yet. Several ranges, and headers that are not a range of bytes,
 * are answered with the whole file, as HTTP allows too.
 */
export function upstreamRange(header: string | undefined): string | null {
  const [, first, last, suffix] = ONE_RANGE.exec(header ?? '') ?? []
  if (suffix !== undefined) return `bytes=-${suffix}`
  if (first === undefined) return null
  const start = Number(first)
  const longest = start + MAX_PART_BYTES - 1
  const end = last ? Math.min(Number(last), longest) : longest
  return end < start ? null : `bytes=${start}-${end}`
}
