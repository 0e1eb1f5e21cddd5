import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

const PAUSE_MS = 300
/** The contract's bound of a search. */
export const SEARCH_LENGTH = 100

/** What is typed, and what is looked for: the same once the typing has paused. */
export type SearchTerm = { text: string; setText: (text: string) => void; term: string }

/** A search that lives in the address as `?q=`, so that it survives a reload, a bookmark and the way back. */
export function useSearchTerm(): SearchTerm {
  const [params, setParams] = useSearchParams()
  const term = (params.get('q') ?? '').trim().slice(0, SEARCH_LENGTH)
  const [text, setText] = useState(term)
  const [seen, setSeen] = useState(term)
  /** What this field wrote into the address; anything else there came from a link or the way back. */
  const [written, setWritten] = useState(term)
  if (term !== seen) {
    setSeen(term)
    if (term !== written) {
      setWritten(term)
      setText(term)
    }
  }
  useEffect(() => {
    const typed = text.trim()
    if (typed === term) return
    const timer = setTimeout(() => {
      setWritten(typed)
      setParams(typed === '' ? {} : { q: typed }, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, term, setParams])
  return { text, setText, term }
}
