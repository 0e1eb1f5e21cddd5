/** How heavy a document is; null where nobody has looked yet. */
export type DocumentWeight = {
  /** Bytes. */
  size: number | null
  /** Of a PDF. */
  pages: number | null
}

export const UNKNOWN_WEIGHT: DocumentWeight = { size: null, pages: null }
