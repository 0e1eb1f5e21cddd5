import { Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import styles from './search-button.module.css'

const SearchDialog = lazyComponent(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** Opens the search, also by Ctrl or Cmd with K and by '/'; the search itself is fetched with its first use. */
export function SearchButton() {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  useSearchKeys(open)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K Meta+K"
        title="Rechercher"
        onClick={open}
      >
        <Search aria-hidden="true" />
        <span className="visually-hidden">Rechercher</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <SearchDialog onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

function useSearchKeys(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isChord = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && isSlashOn()
    if ((!isChord && !isSlash) || isElsewhere(event.target)) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** In a field the keys are what is typed; over an open dialog nothing else opens. */
function isElsewhere(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return Boolean(isField) || document.querySelector('dialog[open]') !== null
}

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
