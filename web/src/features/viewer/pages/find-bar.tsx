import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { foldText } from '#shared/domain/fold-text.ts'
import type { PreparedText } from '#shared/entities/prepared-document.ts'
import { type PageRange, pageNumbers } from '#web/features/viewer/use-document.ts'
import { IconButton } from '#web/ui/button.tsx'
import styles from './pages-view.module.css'

type FindBarProps = {
  find: Find
  hasFailed: boolean
  /** Counts the requests to search: each one focuses the field. */
  request: number
  onClose: () => void
}

/** The search field of a document with its matches. Enter goes to the next one, Shift+Enter to the previous. */
export function FindBar({ find, hasFailed, request, onClose }: FindBarProps) {
  const { query, matches, index, current, isSearching } = find
  const field = useRef<HTMLInputElement>(null)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each request focuses the field again
  useEffect(() => field.current?.select(), [request])
  const hasMatches = matches.length > 0
  const count = hasFailed
    ? 'Indisponible'
    : hasMatches
      ? `${(index ?? 0) + 1} sur ${matches.length}`
      : 'Aucun résultat'
  return (
    <search className={styles.find}>
      <form
        className={styles.findForm}
        onSubmit={(event) => {
          event.preventDefault()
          find.step(1)
        }}
      >
        <input
          ref={field}
          className={styles.findField}
          type="search"
          enterKeyHint="search"
          aria-label="Rechercher dans le document"
          placeholder="Rechercher"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => find.find(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return
            event.preventDefault()
            find.step(-1)
          }}
        />
        <span className={styles.findCount} aria-hidden="true">
          {query.trim() === '' ? '' : isSearching && !hasFailed ? 'Recherche...' : count}
        </span>
        {/* Announced once the number of matches is known. */}
        <span role="status" className="visually-hidden">
          {query.trim() !== '' &&
            (!isSearching || hasFailed) &&
            (current ? `${count}, page ${current.page}` : count)}
        </span>
        <IconButton label="Résultat précédent" disabled={!hasMatches} onClick={() => find.step(-1)}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label="Résultat suivant" disabled={!hasMatches} onClick={() => find.step(1)}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
        <IconButton label="Fermer la recherche" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </form>
    </search>
  )
}

/** A position in the text of a page: a line and an offset in its string. */
type TextPosition = { line: number; offset: number }

export type TextMatch = { page: number; begin: TextPosition; end: TextPosition }

/** A text without case, accents and line breaks, and the position of each of its characters. */
type FoldedText = { text: string; begins: TextPosition[]; ends: TextPosition[] }

/** Milliseconds without typing before a search starts. */
const TYPING_MS = 200

/** Folds the lines of a page, so that 'énergie' is found as 'ENERGIE', also across the end of a line. */
export function foldPage(lines: readonly string[]): FoldedText {
  const folded: FoldedText = { text: '', begins: [], ends: [] }
  const add = (text: string, line: number, offset: number, length: number) => {
    for (const char of text) {
      if (char === ' ' && (folded.text === '' || folded.text.endsWith(' '))) continue
      folded.text += char
      for (let unit = 0; unit < char.length; unit += 1) {
        folded.begins.push({ line, offset })
        folded.ends.push({ line, offset: offset + length })
      }
    }
  }
  for (const [line, text] of lines.entries()) {
    let offset = 0
    for (const char of text) {
      add(foldText(char).replace(/\s/gu, ' '), line, offset, char.length)
      offset += char.length
    }
    if (/\p{L}-$/u.test(folded.text)) {
      folded.text = folded.text.slice(0, -1)
      folded.begins.pop()
      folded.ends.pop()
    } else add(' ', line, offset, 0)
  }
  return folded
}

/** Returns the places of a folded query in the text of a page. */
export function matchesIn(page: number, { text, begins, ends }: FoldedText, query: string): TextMatch[] {
  const matches: TextMatch[] = []
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const begin = begins[at]
    const end = ends[at + query.length - 1]
    if (begin && end) matches.push({ page, begin, end })
  }
  return matches
}

/** Selects the first match on or after `page`. @param text of each page; null until it has arrived */
export function useFind(text: PreparedText['pages'] | null, { from, until }: PageRange, page: number) {
  const [query, setQuery] = useState('')
  const [searched, setSearched] = useState('')
  /** The selected match, counted over the document; null for the first one from the page on. */
  const [selected, setSelected] = useState<number | null>(null)
  const [startPage, setStartPage] = useState(page)
  const isSearched = searched !== ''
  const folded = useMemo(
    () => (isSearched && text?.map((lines) => foldPage(lines.map(([, , , , words]) => words)))) || [],
    [text, isSearched],
  )
  const pages = useMemo(() => {
    const found = new Map<number, TextMatch[]>()
    for (const number of pageNumbers({ from, until })) {
      const words = folded[number - 1]
      const matches = words ? matchesIn(number, words, searched) : []
      if (matches.length > 0) found.set(number, matches)
    }
    return found
  }, [folded, searched, from, until])
  const matches = useMemo(() => [...pages.values()].flat(), [pages])
  const first = Math.max(
    0,
    matches.findIndex((match) => match.page >= startPage),
  )
  const index = matches.length === 0 ? null : (selected ?? first) % matches.length

  useEffect(() => {
    const timer = setTimeout(() => setSearched(foldPage([query]).text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [query])

  return {
    query,
    matches,
    pages,
    index,
    current: index === null ? null : (matches[index] ?? null),
    isSearching: query.trim() !== '' && (text === null || foldPage([query]).text.trim() !== searched),
    find(next: string) {
      setStartPage(page)
      setSelected(null)
      setQuery(next)
    },
    /** Selects the next (1) or the previous (-1) match; after the last one comes the first. */
    step(direction: 1 | -1) {
      if (index !== null) setSelected((index + direction + matches.length) % matches.length)
    },
  }
}

export type Find = ReturnType<typeof useFind>
