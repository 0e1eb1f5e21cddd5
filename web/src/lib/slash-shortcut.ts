import { browserStorage } from './auth/browser-storage.ts'

/** Kept only by who switched the key off. */
const KEY = 'revision.slash'

/** Whether the key '/' opens the search; a shortcut of one character must be possible to switch off (WCAG 2.1.4). */
export function isSlashOn(): boolean {
  return browserStorage.getItem(KEY) === null
}

/** Switches the key '/' on or off on this device. */
export function switchSlash(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, 'off')
}
