/** A point of a page and its position in the scroll area. */
export type ScrollAnchor = {
  page: number
  /** Fractions of the page's width and height. */
  across: number
  down: number
  /** Fractions of the area's width and height, which change when a phone is turned. */
  left: number
  top: number
}

/** A point of the window, as in pointer events. */
export type Point = { clientX: number; clientY: number }

/** Returns the page being read: the last one whose top is above the middle of the area. */
export function currentPage(area: HTMLElement): number {
  return Number(pageAt(area, middleOf(area).clientY)?.dataset.page ?? 1)
}

/** Returns the anchor at a point, by default the middle of the area; null while there are no pages. */
export function anchorAt(
  area: HTMLElement,
  { clientX, clientY }: Point = middleOf(area),
): ScrollAnchor | null {
  const page = pageAt(area, clientY)
  if (!page) return null
  const box = page.getBoundingClientRect()
  const frame = area.getBoundingClientRect()
  return {
    page: Number(page.dataset.page),
    across: (clientX - box.left) / (box.width || 1),
    down: (clientY - box.top) / (box.height || 1),
    left: (clientX - frame.left) / (area.clientWidth || 1),
    top: (clientY - frame.top) / (area.clientHeight || 1),
  }
}

/** Scrolls a point of a page back to its position, whatever size the pages have now. */
export function scrollToAnchor(area: HTMLElement, { page, across, down, left, top }: ScrollAnchor): void {
  const box = area.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect()
  if (!box) return
  const frame = area.getBoundingClientRect()
  area.scrollLeft += box.left + across * box.width - (frame.left + left * area.clientWidth)
  area.scrollTop += box.top + down * box.height - (frame.top + top * area.clientHeight)
}

export function scrollToPage(area: HTMLElement, page: number): void {
  scrollToAnchor(area, { page, across: 0.5, down: 0, left: 0.5, top: 0 })
}

/** Scrolls an element into the middle of the area, unless it is in view. */
export function scrollToElement(area: HTMLElement, element: HTMLElement): void {
  const box = element.getBoundingClientRect()
  const frame = area.getBoundingClientRect()
  if (box.top < frame.top || box.bottom > frame.bottom)
    area.scrollTop += box.top + box.height / 2 - (frame.top + frame.height / 2)
  if (box.left < frame.left || box.right > frame.right)
    area.scrollLeft += box.left + box.width / 2 - (frame.left + frame.width / 2)
}

/** Returns the last page whose top is above a height, or the first page. */
function pageAt(area: HTMLElement, clientY: number): HTMLElement | undefined {
  const pages = [...area.querySelectorAll<HTMLElement>('[data-page]')]
  return pages.findLast((page) => page.getBoundingClientRect().top <= clientY) ?? pages[0]
}

function middleOf(area: HTMLElement): Point {
  const { left, top } = area.getBoundingClientRect()
  return { clientX: left + area.clientWidth / 2, clientY: top + area.clientHeight / 2 }
}
