/** Input that a script in the page kept (shared/contract/start-script.ts). */
type KeptInput =
  | { type: 'click'; target: HTMLButtonElement }
  | { type: 'keydown'; target: HTMLElement; event: KeyboardEvent }
  | { type: 'change'; target: HTMLSelectElement; value: string }

declare global {
  interface Window {
    earlyInput?: { kept: KeptInput[]; stop: () => void }
  }
}

/** Milliseconds; a slow network must not hold up a page that could run. */
const LONGEST_WAIT = 1_000

let loading: Promise<void> | undefined

/** Called once the page's scripts have arrived: requested with them, the sheet would delay them. */
export function loadStyleSheet(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const href = document.querySelector<HTMLElement>('script[data-sheet]')?.dataset['sheet']
  if (!href) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  await new Promise((done) => {
    setTimeout(done, LONGEST_WAIT)
    link.addEventListener('load', done)
    link.addEventListener('error', done)
    document.head.append(link)
  })
}

/** Carries out, in their order, the taps, choices and texts from before the page ran and had its style. */
export async function carryOutEarlyInput(): Promise<void> {
  const { earlyInput } = window
  if (!earlyInput) return
  await loadStyleSheet()
  while (earlyInput.kept.length > 0) {
    // Waits for a task of its own: React does not hydrate at once during an effect, and has rendered the earlier input
    // by then.
    await new Promise((done) => setTimeout(done))
    const next = earlyInput.kept.shift()
    if (next) carryOut(next)
  }
  earlyInput.stop()
}

/** Dispatches the event; React at once hydrates the part of the page that it meets. */
function carryOut(input: KeptInput): void {
  const { type, target } = input
  switch (type) {
    case 'click':
      target.click()
      return
    case 'keydown':
      target.dispatchEvent(new KeyboardEvent(type, input.event))
      return
    case 'change':
      // Hydration has set the list to its first value.
      target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      target.value = input.value
      target.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
