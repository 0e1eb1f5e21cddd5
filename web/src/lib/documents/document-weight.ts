/** How heavy a document is, as it stands beside its name: '1,2 Mo · 6 p.'; empty where nobody has looked yet. */
export function weightText({ size, pages }: { size: number | null; pages: number | null }): string {
  return [size && bytesText(size), pages && `${pages}\u00a0p.`].filter(Boolean).join(' · ')
}

/** '640 ko', '1,2 Mo': decimal units, as phones and their plans count. */
export function bytesText(bytes: number): string {
  return bytes < 999_500
    ? `${Math.ceil(bytes / 1_000)}\u00a0ko`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')}\u00a0Mo`
}
