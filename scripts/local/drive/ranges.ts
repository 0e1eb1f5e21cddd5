/** The requested part of a file; `end` is inclusive. */
export type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

type FileState = { size: number; etag: string; lastModified: string }

/**
 * Reads `Range` and `If-Range` as RFC 9110 says: one byte range is honoured, several or a malformed one are answered with
 * the whole file, and so is a range whose `If-Range` names another version.
 */
export function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  { size, etag, lastModified }: FileState,
): RangeAnswer {
  if (header === undefined) return { kind: 'whole' }
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return { kind: 'whole' }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
