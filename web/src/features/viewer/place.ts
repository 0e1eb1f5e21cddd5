/** A point of a page, and where in the window it stands. */
export type Place = {
  page: number
  /** Parts of the page's width and height. */
  across: number
  down: number
  /** CSS pixels from the corner of the area. */
  left: number
  top: number
}

/** A point of the window, as events tell it. */
export type Point = { clientX: number; clientY: number }

/** The page being read: the last whose top is above the middle of the area. */
export function pageInView(area: HTMLElement): number {
  const middle = middleOf(area).clientY
  const pages = pagesOf(area)
  return Math.max(pages.findLastIndex((page) => page.getBoundingClientRect().top <= middle) + 1, 1)
}

/** What stands at a point, or in the middle; null while there are no pages. */
export function placeAt(area: HTMLElement, { clientX, clientY }: Point = middleOf(area)): Place | null {
  const pages = pagesOf(area)
  const page = Math.max(
    pages.findLastIndex((each) => each.getBoundingClientRect().top <= clientY),
    0,
  )
  const box = pages[page]?.getBoundingClientRect()
  if (!box) return null
  const frame = area.getBoundingClientRect()
  return {
    page: page + 1,
    across: (clientX - box.left) / (box.width || 1),
    down: (clientY - box.top) / (box.height || 1),
    left: clientX - frame.left,
    top: clientY - frame.top,
  }
}

/** Brings a point of a page back to where it stood, whatever size the pages have by now. */
export function bringBack(area: HTMLElement, { page, across, down, left, top }: Place): void {
  const box = pagesOf(area)[page - 1]?.getBoundingClientRect()
  if (!box) return
  const frame = area.getBoundingClientRect()
  area.scrollLeft += box.left + across * box.width - (frame.left + left)
  area.scrollTop += box.top + down * box.height - (frame.top + top)
}

/** Shows the top of a page. */
export function bringToTop(area: HTMLElement, page: number): void {
  bringBack(area, { page, across: 0.5, down: 0, left: area.clientWidth / 2, top: 0 })
}

function pagesOf(area: HTMLElement): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>('[data-page]')]
}

function middleOf(area: HTMLElement): Point {
  const { left, top } = area.getBoundingClientRect()
  return { clientX: left + area.clientWidth / 2, clientY: top + area.clientHeight / 2 }
}
