import { browserStorage } from '#web/lib/browser-storage.ts'

/** Stored only while the key is switched off. */
const KEY = 'revision.slash'

/** True when '/' opens the search; WCAG 2.1.4 requires that a one-character shortcut can be switched off. */
export function isSlashOn(): boolean {
  return browserStorage.getItem(KEY) === null
}

export function switchSlash(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, 'off')
}
