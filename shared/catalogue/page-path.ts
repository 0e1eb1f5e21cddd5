/** An address without the slash that somebody may have typed at its end. Apart from the list of pages, which is long. */
export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}
