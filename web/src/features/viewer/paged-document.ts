/** Of a page, in any unit. */
type PageSize = { width: number; height: number }

/** A page as it stands on the screen. */
export type DrawnPage = {
  size: PageSize
  canvas: HTMLCanvasElement
  /** The page's words over their picture: to select, to find, to read aloud. */
  text: HTMLElement
  /** Gives the picture's memory back. */
  free(): void
}

/** A document of pages, whatever it is drawn by. */
export type PagedDocument = {
  count: number
  firstPage: PageSize
  /** @param width CSS pixels. @throws when the page is broken or the signal aborts */
  draw(number: number, width: number, signal: AbortSignal): Promise<DrawnPage>
  /** A page as a picture to be printed, with `watermark` in it: a data URL. @throws as `draw` */
  picture(number: number, watermark: string | null, signal: AbortSignal): Promise<string>
}
