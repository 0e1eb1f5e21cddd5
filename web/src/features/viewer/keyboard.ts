import type { KeyboardEvent } from 'react'

type KeyAction = 'zoomIn' | 'zoomOut' | 'fit' | 'print' | 'find' | 'scroll'

const ACTIONS: Record<string, KeyAction> = { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', '0': 'fit' }
/** Keys with Ctrl or Cmd; the browser's own dialogs would apply to the window, not to the document. */
const SHORTCUTS: Record<string, KeyAction> = { p: 'print', f: 'find' }

/** Returns the action of a key pressed in the viewer; null leaves it to the browser. */
export function keyAction(event: KeyboardEvent): KeyAction | null {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey) return SHORTCUTS[key.toLowerCase()] ?? null
  const element = target instanceof Element ? target : null
  if (altKey || element?.closest('input, select, textarea')) return null
  if (Object.hasOwn(ACTIONS, key)) return ACTIONS[key] ?? null
  // The scroll area scrolls by itself when it has the focus.
  return element?.closest('section') ? null : 'scroll'
}

/** Returns the index of the document that a digit shows; -1 when the key is no digit, or is typed into a field. */
export function partIndex({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): number {
  const isTyped = target instanceof Element && target.closest('input, select, textarea') !== null
  return ctrlKey || metaKey || altKey || isTyped || !/^[1-9]$/.test(key) ? -1 : Number(key) - 1
}

const LINE_PX = 60

/** CSS pixels that each key scrolls, by the height of the area. */
const SCROLL_STEPS: Record<string, (height: number) => [left: number, top: number]> = {
  ArrowDown: () => [0, LINE_PX],
  ArrowUp: () => [0, -LINE_PX],
  ArrowRight: () => [LINE_PX, 0],
  ArrowLeft: () => [-LINE_PX, 0],
  PageDown: (height) => [0, height * 0.9],
  PageUp: (height) => [0, -height * 0.9],
  Home: () => [0, Number.NEGATIVE_INFINITY],
  End: () => [0, Number.POSITIVE_INFINITY],
}

/** Scrolls an area as if it had the focus. @returns true when the key scrolls */
export function scrollByKey(area: HTMLElement, key: string): boolean {
  const step = Object.hasOwn(SCROLL_STEPS, key) ? SCROLL_STEPS[key] : undefined
  if (!step) return false
  const [left, top] = step(area.clientHeight)
  area.scrollLeft += left
  area.scrollTop = Math.min(area.scrollHeight, Math.max(0, area.scrollTop + top))
  return true
}
