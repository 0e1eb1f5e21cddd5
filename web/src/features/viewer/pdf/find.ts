import { useEffect, useMemo, useRef, useState } from 'react'
import { foldText } from '#shared/domain/fold-text.ts'
import type { PdfFile, TextItem } from '#web/lib/documents/pdf-file.ts'
import type { PageRange } from './page-range.ts'

/** A position in the text of a page: an item of PDF.js and an offset in its string. */
type TextPosition = { item: number; offset: number }

export type TextMatch = { page: number; begin: TextPosition; end: TextPosition }

/** A text without case, accents and line breaks, and the position of each of its characters. */
type FoldedText = { text: string; begins: TextPosition[]; ends: TextPosition[] }

/** Milliseconds without typing before a search starts. */
const TYPING_MS = 200

/** Folds the text of a page, so that 'énergie' is found as 'ENERGIE', also across the end of a line. */
export function foldPage(items: readonly TextItem[]): FoldedText {
  const folded: FoldedText = { text: '', begins: [], ends: [] }
  const add = (text: string, item: number, offset: number, length: number) => {
    for (const char of text) {
      if (char === ' ' && (folded.text === '' || folded.text.endsWith(' '))) continue
      folded.text += char
      for (let unit = 0; unit < char.length; unit += 1) {
        folded.begins.push({ item, offset })
        folded.ends.push({ item, offset: offset + length })
      }
    }
  }
  for (const [item, { text, endsLine }] of items.entries()) {
    let offset = 0
    for (const char of text) {
      add(foldText(char).replace(/\s/gu, ' '), item, offset, char.length)
      offset += char.length
    }
    if (!endsLine) continue
    if (/\p{L}-$/u.test(folded.text)) {
      folded.text = folded.text.slice(0, -1)
      folded.begins.pop()
      folded.ends.pop()
    } else add(' ', item, offset, 0)
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

type Search = {
  query: string
  /** The matches of each page that has been searched. */
  pages: ReadonlyMap<number, readonly TextMatch[]>
  isSearching: boolean
  /** The selected match, counted over the document. */
  index: number | null
}

const NO_SEARCH: Search = { query: '', pages: new Map(), isSearching: false, index: null }

/**
 * Searches the pages of a document one by one, which fetches the text of all of them. The first match on or after `page`
 * is selected.
 */
export function useFind(pdf: PdfFile | null, { from, until }: PageRange, page: number) {
  const [search, setSearch] = useState(NO_SEARCH)
  const { query, pages, index } = search
  const startPage = useRef(page)
  const matches = useMemo(() => [...pages.values()].flat(), [pages])
  const texts = useMemo(() => pdf && foldedTexts(pdf), [pdf])

  useEffect(() => {
    const wanted = foldPage([{ text: query, endsLine: false }]).text.trim()
    if (!pdf || !texts || wanted === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void searchPages({ from, until }, texts, wanted, abort.signal, (found, isSearching) =>
        setSearch((before) => ({
          ...before,
          pages: found,
          isSearching,
          index: before.index ?? firstMatch([...found.values()].flat(), startPage.current, isSearching),
        })),
      )
    }, TYPING_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [pdf, from, until, texts, query])

  return {
    query,
    matches,
    pages,
    index,
    current: index === null ? null : (matches[index] ?? null),
    isSearching: search.isSearching,
    find(next: string) {
      startPage.current = page
      setSearch({ ...NO_SEARCH, query: next, isSearching: next.trim() !== '' })
    },
    /** Selects the next (1) or the previous (-1) match; after the last one comes the first. */
    step(direction: 1 | -1) {
      const count = matches.length
      if (count > 0)
        setSearch((before) => ({ ...before, index: ((before.index ?? 0) + direction + count) % count }))
    },
  }
}

export type Find = ReturnType<typeof useFind>

/** Returns the folded text of each page, extracted once. */
function foldedTexts(pdf: PdfFile): (page: number) => Promise<FoldedText> {
  const texts = new Map<number, Promise<FoldedText>>()
  return (page) => {
    // A page whose text cannot be read has no matches.
    const text = texts.get(page) ?? pdf.text(page).then(foldPage, () => foldPage([]))
    texts.set(page, text)
    return text
  }
}

async function searchPages(
  { from, until }: PageRange,
  texts: (page: number) => Promise<FoldedText>,
  query: string,
  signal: AbortSignal,
  onFound: (found: ReadonlyMap<number, readonly TextMatch[]>, isSearching: boolean) => void,
): Promise<void> {
  const found = new Map<number, readonly TextMatch[]>()
  for (let page = from; page <= until; page += 1) {
    const matches = matchesIn(page, await texts(page), query)
    if (signal.aborted) return
    if (matches.length > 0) found.set(page, matches)
    if (matches.length > 0 || page === until) onFound(new Map(found), page < until)
  }
}

function firstMatch(matches: readonly TextMatch[], startPage: number, isSearching: boolean): number | null {
  const index = matches.findIndex(({ page }) => page >= startPage)
  if (index >= 0) return index
  return isSearching || matches.length === 0 ? null : 0
}

/** Marks matches in a text layer. @returns the mark of `current`, and a function that removes all marks */
export function markMatches(
  { elements, texts }: { elements: readonly HTMLElement[]; texts: readonly string[] },
  matches: readonly TextMatch[],
  current: TextMatch | null,
): { currentMark: HTMLElement | null; remove: () => void } {
  const nodes = new Map<number, { nodes: (Node | string)[]; at: number }>()
  let currentMark: HTMLElement | null = null
  for (const match of matches)
    for (let item = match.begin.item; item <= match.end.item; item += 1) {
      const text = texts[item] ?? ''
      const begin = item === match.begin.item ? match.begin.offset : 0
      const end = item === match.end.item ? match.end.offset : text.length
      const line = nodes.get(item) ?? { nodes: [], at: 0 }
      nodes.set(item, line)
      const mark = document.createElement('mark')
      mark.textContent = text.slice(begin, end)
      if (match === current) {
        mark.dataset.current = ''
        currentMark ??= mark
      }
      line.nodes.push(text.slice(line.at, begin), mark)
      line.at = end
    }
  for (const [item, line] of nodes)
    elements[item]?.replaceChildren(...line.nodes, (texts[item] ?? '').slice(line.at))
  return {
    currentMark,
    remove() {
      for (const item of nodes.keys()) elements[item]?.replaceChildren(texts[item] ?? '')
    },
  }
}
