/**
 * Lambda passes on 6 MiB at most in each direction, as JSON: in a text every quotation mark and line end counts twice.
 * The rest of the limit is left to headers and the event around the text. Bytes.
 */
export const MAX_TEXT_BYTES = 5.75 * 1024 * 1024

/** Bytes that a character takes in JSON at most: `\u0000`. */
const MAX_CHARACTER_BYTES = 6

/** Bytes of a text as JSON, with its quotation marks. */
export function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length
}

/** Returns whether Lambda passes on a text; short ones are not measured. */
export function isWithinPayload(text: string): boolean {
  return text.length * MAX_CHARACTER_BYTES <= MAX_TEXT_BYTES || jsonBytes(text) <= MAX_TEXT_BYTES
}

/** Returns how many of the texts, from the first on, take at most so many bytes as JSON. */
export function countFitting(texts: readonly string[], maxBytes: number): number {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += jsonBytes(text)
    return bytes > maxBytes
  })
  return end < 0 ? texts.length : end
}
