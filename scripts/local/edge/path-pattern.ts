/**
 * Whether a path matches a pattern of CloudFront or of `aws s3 sync`: `*` stands for any text, slashes too, `?` for one
 * character.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`).test(path)
}
