const LINE_PX = 60

/** How far each key goes, in CSS pixels of an area this high. */
const STEPS: Record<string, (height: number) => [left: number, top: number]> = {
  ArrowDown: () => [0, LINE_PX],
  ArrowUp: () => [0, -LINE_PX],
  ArrowRight: () => [LINE_PX, 0],
  ArrowLeft: () => [-LINE_PX, 0],
  PageDown: (height) => [0, height * 0.9],
  PageUp: (height) => [0, -height * 0.9],
  Home: () => [0, Number.NEGATIVE_INFINITY],
  End: () => [0, Number.POSITIVE_INFINITY],
}

/** Scrolls an area as the key would if it had the focus. @returns whether it is a key that scrolls */
export function scrollByKey(area: HTMLElement, key: string): boolean {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined
  if (!step) return false
  const [left, top] = step(area.clientHeight)
  area.scrollLeft += left
  area.scrollTop = Math.min(area.scrollHeight, Math.max(0, area.scrollTop + top))
  return true
}
