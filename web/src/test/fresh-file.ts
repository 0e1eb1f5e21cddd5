import { afterAll, vi } from 'vitest'

// Runs before each test file. The files of a worker share its page and its libraries, but no module of ours.

vi.resetModules()

const undo: (() => void)[] = []
afterAll(() => {
  for (const each of undo) each()
  localStorage.clear()
  sessionStorage.clear()
})

// Modules listen as long as their page lives: to the network, to other tabs, and to whether the page is visible.
for (const target of [window, document]) {
  const { addEventListener } = target
  target.addEventListener = (type: string, ...listener: [EventListener, AddEventListenerOptions?]) => {
    if (target === window || type === 'visibilitychange')
      undo.push(() => target.removeEventListener(type, ...listener))
    addEventListener.call(target, type, ...listener)
  }
  undo.push(() => {
    target.addEventListener = addEventListener
  })
}
