import { Search } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { listen } from '#web/lib/listen.ts'
import { whenIdle } from '#web/lib/loading/when-idle.ts'
import { useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import styles from './search-button.module.css'
import type { Search as LoadedSearch } from './search-index.ts'

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** Opens the search, also with Ctrl+K, Cmd+K and '/'; its chunk is loaded while the page is idle, or with the first use. */
export function SearchButton() {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const [query, setQuery] = useState('')
  const [kept, keep] = useState<LoadedSearch | null>(null)
  const open = () => {
    setQuery('')
    setOpen(true)
  }
  useBack(isOpen, setOpen)
  useSearchKeys(isOpen, open, setQuery)
  useEffect(() => whenIdle(() => void SearchDialog.preload().catch(() => undefined)), [])
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
        <SearchDialog {...{ query, kept, keep }} onQuery={setQuery} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** The browser's 'back' closes the search, as it closes what stands over the pages of a phone. */
function useBack(isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return
    window.history.pushState({ ...(window.history.state as object | null), isSearch: true }, '')
    const stop = listen(window, 'popstate', () => setOpen(false))
    return () => {
      stop()
      // The page of a result has taken the place of this entry.
      if ((window.history.state as { isSearch?: true } | null)?.isSearch) window.history.back()
    }
  }, [isOpen, setOpen])
}

/**
 * Opens the search by its keys, and keeps the typed text until its chunk is loaded; fields and an open dialog keep
 * their keys.
 */
function useSearchKeys(isOpen: boolean, open: () => void, type: Dispatch<SetStateAction<string>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isTrusted } = event
    // Keys from before the page ran may arrive once the search is shown.
    if (isField(event.target) || (isDialogOpen() && (isTrusted || !isOpen))) return
    if (isOpen) {
      if (key === 'Backspace') type((before) => before.slice(0, -1))
      else if (key.length === 1 && !ctrlKey && !metaKey) type((before) => before + key)
      else return
    } else {
      const isChord = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && isSlashOn()
      if (!isChord && !isSlash) return
      open()
    }
    event.preventDefault()
  })
  useEffect(() => listen(document, 'keydown', onKey), [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

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
