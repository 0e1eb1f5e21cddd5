import { browserStorage } from '#web/lib/browser-storage.ts'

/** Stored only when the key is switched off. */
const KEY = 'revision.slash'

/** Whether '/' opens the search; WCAG 2.1.4 asks that a one-character shortcut can be switched off. */
export function isSlashOn(): boolean {
  return browserStorage.getItem(KEY) === null
}

/** Switches '/' on or off on this device. */
export function switchSlash(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, 'off')
}
