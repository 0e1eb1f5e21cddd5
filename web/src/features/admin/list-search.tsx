import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SelectField, TextField } from '#web/ui/field.tsx'
import styles from './list-parts.module.css'
import { Tools } from './list-parts.tsx'

const PAUSE_MS = 300
const MAX_LENGTH = 100

type SearchTerm = { text: string; setText: (text: string) => void; term: string }

/** A search kept in the address, so that it survives a reload, a bookmark and the back button. */
export function useSearchTerm(parameter = 'q'): SearchTerm {
  const [params, setParams] = useSearchParams()
  const term = (params.get(parameter) ?? '').trim().slice(0, MAX_LENGTH)
  const [text, setText] = useState(term)
  const [seen, setSeen] = useState(term)
  /** The text that this field wrote into the address; any other text there came from a link or the back button. */
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
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // A list stays on screen while the script of the next page loads; its search must not lead back.
      if (window.location.pathname !== pathname) return
      setWritten(typed)
      setParams((before) => withParameter(before, parameter, typed), { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, term, parameter, setParams])
  return { text, setText, term }
}

export function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value === '') after.delete(name)
  else after.set(name, value)
  return after
}

type SearchToolsProps = {
  of: SearchTerm
  placeholder: string
  /** The number of results: announced, and shown when there is a search. */
  found: string | null
  children?: ReactNode
}

export function SearchTools({ of, placeholder, found, children }: SearchToolsProps) {
  return (
    <>
      <Tools>
        <TextField
          label="Rechercher"
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={MAX_LENGTH}
          value={of.text}
          onChange={(event) => of.setText(event.target.value)}
        />
        {children}
      </Tools>
      <p role="status" className={of.term === '' ? 'visually-hidden' : styles.found}>
        {found}
      </p>
    </>
  )
}

/** @param usual the choice of an address that names none */
export function useFilter<Choice extends string>(
  parameter: string,
  labels: Readonly<Record<Choice, string>>,
  usual: NoInfer<Choice>,
) {
  const [params, setParams] = useSearchParams()
  const named = params.get(parameter)
  const choice = named !== null && Object.hasOwn(labels, named) ? (named as Choice) : usual
  const choose = (next: Choice) =>
    setParams((before) => withParameter(before, parameter, next === usual ? '' : next))
  return { labels, choice, choose }
}

type FilterFieldProps<Choice extends string> = { label: string; of: ReturnType<typeof useFilter<Choice>> }

export function FilterField<Choice extends string>({ label, of }: FilterFieldProps<Choice>) {
  return (
    <SelectField
      label={label}
      value={of.choice}
      choices={of.labels}
      onChange={({ target }) => of.choose(target.value as Choice)}
    />
  )
}
