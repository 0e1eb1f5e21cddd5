/**
 * Matches a text with a pattern of CloudFront or of `aws s3 sync`: `*` is any text, slashes included, `?` one character.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`).test(text)
}
