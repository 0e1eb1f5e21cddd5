/**
 * Limit of a text in an answer, in bytes. Lambda's limit is 6 MiB of JSON in each direction, in which quotation marks
 * and line ends count twice; headers and the event around the text take the rest.
 */
export const MAX_TEXT_BYTES = 5.75 * 1024 * 1024

/** Most bytes of a character in JSON: `\u0000`. */
const MAX_CHARACTER_BYTES = 6

/** Returns the bytes of a text as JSON, with its quotation marks. */
export function jsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length
}

/** Returns whether a text is within Lambda's limit. Short texts are not measured. */
export function isWithinPayload(text: string): boolean {
  return text.length * MAX_CHARACTER_BYTES <= MAX_TEXT_BYTES || jsonBytes(text) <= MAX_TEXT_BYTES
}

/** Returns the number of texts, from the first one, that fit into so many bytes of JSON. */
export function countFitting(texts: readonly string[], maxBytes: number): number {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += jsonBytes(text)
    return bytes > maxBytes
  })
  return end < 0 ? texts.length : end
}
