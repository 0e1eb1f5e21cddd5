/** Lambda's limit is 6 MiB of JSON, in which quotation marks and line ends count twice. Bytes. */
export const MAX_TEXT_BYTES = 5.75 * 1024 * 1024

/** Most bytes of a character in JSON: `\u0000`. */
const MAX_CHARACTER_BYTES = 6

export function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length
}

/** Short texts are not measured. */
export function isWithinPayload(text: string): boolean {
  return text.length * MAX_CHARACTER_BYTES <= MAX_TEXT_BYTES || jsonBytes(text) <= MAX_TEXT_BYTES
}

export function countFitting(texts: readonly string[], maxBytes: number): number {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += jsonBytes(text)
    return bytes > maxBytes
  })
  return end < 0 ? texts.length : end
}

type Lists<Name extends string> = Readonly<Record<Name, readonly unknown[]>>

/**
 * Short lists are taken whole, and equal shares of the rest of the long ones, from the first row on. @returns also the
 * number of rows that were left out of each list that is not whole, and the bytes of those that fit
 */
export function fitLists<Name extends string>(
  lists: Lists<Name>,
  maxBytes: number,
): { fitting: Record<Name, unknown[]>; leftOut: Record<string, number>; bytes: number } {
  const measured = (Object.keys(lists) as Name[]).map((name) => {
    const texts = lists[name].map((row) => JSON.stringify(row))
    return { name, texts, size: bytesOf(texts) }
  })
  const fitting = {} as Record<Name, unknown[]>
  const leftOut: Record<string, number> = {}
  let bytes = 0
  let waiting = measured.length
  for (const { name, texts } of measured.toSorted((one, other) => one.size - other.size)) {
    const count = countFitting(texts, (maxBytes - bytes) / waiting)
    fitting[name] = lists[name].slice(0, count)
    if (count < texts.length) leftOut[name] = texts.length - count
    bytes += bytesOf(texts.slice(0, count))
    waiting -= 1
  }
  return { fitting, leftOut, bytes }
}

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + jsonBytes(text), 0)
