/** The outcome of an action; `ms` is the time after which an error closes by itself. */
export type Toast = { kind: 'success'; text: string } | { kind: 'error'; text: string; ms?: number }

let shown: Toast | null = null
const listeners = new Set<() => void>()

/** Shows a message in the page's toast region (ui/toast.tsx), in place of the previous one; null removes it. */
export function showToast(toast: Toast | null): void {
  shown = toast
  for (const listener of listeners) listener()
}

/** Returns the message that is shown, or null. */
export function currentToast(): Toast | null {
  return shown
}

/** @returns a function that unsubscribes */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
