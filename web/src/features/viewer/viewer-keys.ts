import type { KeyboardEvent } from 'react'

/** What a key asks of the pages of a document. */
export type KeyRequest = 'zoomIn' | 'zoomOut' | 'fit' | 'print' | 'scroll'

const KEYS: Record<string, KeyRequest> = { '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', '0': 'fit' }

/** What a key pressed somewhere in the viewer asks for; null: nothing, or what the browser does by itself. */
export function keyRequest(event: KeyboardEvent): KeyRequest | null {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const element = target instanceof Element ? target : null
  if (element?.closest('input, select, textarea')) return null
  // The browser's own print would take the screen.
  if (ctrlKey || metaKey) return key.toLowerCase() === 'p' ? 'print' : null
  if (altKey) return null
  if (Object.hasOwn(KEYS, key)) return KEYS[key] ?? null
  return element?.closest('section') ? null : 'scroll'
}
