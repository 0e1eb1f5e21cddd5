import { createSharedValue } from './shared-value.ts'

/** The outcome of an action; `ms` is the time after which an error closes by itself. */
export type Toast = { kind: 'success'; text: string } | { kind: 'error'; text: string; ms?: number }

/** The message in the page's toast region (ui/toast.tsx); null for none. */
export const shownToast = createSharedValue<Toast | null>(null)

/** Shows a message in place of the previous one; null removes it. */
export const showToast = shownToast.set
