import { Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { fetchedPart } from '#web/lib/fetched-part.tsx'
import { isSlashOn } from '#web/lib/slash-shortcut.ts'
import { useOpenUntilNavigation } from '#web/lib/use-open-until-navigation.ts'
import { LazyPart } from '../lazy-part.tsx'
import { PartFailedDialog } from '../part-failed-dialog.tsx'
import styles from './search-button.module.css'

const SearchDialog = fetchedPart(
  async () => (await import('#web/features/search/search-dialog.tsx')).SearchDialog,
)

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
        <LazyPart failed={<PartFailedDialog onClose={close} />}>
          <SearchDialog onClose={close} />
        </LazyPart>
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
