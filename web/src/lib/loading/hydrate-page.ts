import { type ReactNode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Hydrates a published page in short tasks, so that a slow processor responds to touches in between. Where an extension
 * of the browser has changed its HTML, React draws the page anew: text and focus of its fields move to the new ones, and
 * the page does not say that it failed.
 */
export function hydratePage(root: HTMLElement, site: ReactNode): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')]
  const focused = document.activeElement
  const onRecoverableError = (cause: unknown) => {
    console.error(cause)
    for (const field of fields) {
      const drawn = root.querySelector<HTMLInputElement>(`input[name="${field.name}"]`)
      if (field.isConnected || !drawn) continue
      drawn.value ||= field.value
      if (field === focused) drawn.focus()
    }
  }
  startTransition(() => void hydrateRoot(root, site, { onRecoverableError }))
}
