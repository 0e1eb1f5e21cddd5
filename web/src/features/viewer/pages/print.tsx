import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { pictureName } from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { openPrepared } from '#web/lib/documents/prepared-document.ts'
import { requestTicket } from '#web/lib/documents/tickets.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Row } from '#web/ui/stack.tsx'
import { type PageRange, pageNumbers } from './page-range.ts'
import styles from './print.module.css'

type PrintState =
  | { step: 'idle' }
  | { step: 'asking' }
  | { step: 'loading'; done: number; count: number }
  | { step: 'ready'; sheets: readonly string[]; mark: string }

const IDLE: PrintState = { step: 'idle' }

/** Pages of one print at most. */
const MOST_PAGES = 60

/** The code of the printed pages comes from the server. */
const NETWORK_NEEDED =
  "L'impression a besoin du réseau : chaque exemplaire reçoit son code au moment d'imprimer."

/**
 * Prints the pages with the reader's address and the code of this print, which the server issues. `element` asks for the
 * pages of a long document, and shows the progress.
 */
export function usePrint(id: string, count: number, watermark: string | null) {
  const [state, setState] = useState(IDLE)
  const [abort, setAbort] = useState<AbortController | null>(null)
  useEffect(() => () => abort?.abort(), [abort])
  useEffect(() => {
    if (state.step !== 'ready') return
    return () => state.sheets.forEach((address) => URL.revokeObjectURL(address))
  }, [state])

  const printPages = useCallback(
    (pages: PageRange) => {
      const controller = new AbortController()
      setAbort(controller)
      const { signal } = controller
      const onPage = (done: number) =>
        setState({ step: 'loading', done, count: pages.until - pages.from + 1 })
      const fetchAndPrint = async () => {
        try {
          const { sheets, copyCode } = await fetchSheets(id, pages, signal, onPage)
          const mark = [
            watermark && `Copie personnelle de ${watermark}`,
            copyCode && `exemplaire ${copyCode}`,
          ]
          setState({ step: 'ready', sheets, mark: mark.filter(Boolean).join(' · ') })
        } catch (error) {
          setState(IDLE)
          if (!signal.aborted) showToast({ kind: 'error', text: failureText(error) })
        }
      }
      void fetchAndPrint()
    },
    [id, watermark],
  )
  const print = useCallback(() => {
    if (count > MOST_PAGES) setState({ step: 'asking' })
    else printPages({ from: 1, until: count })
  }, [count, printPages])
  const stop = useCallback(() => {
    abort?.abort()
    setAbort(null)
    setState(IDLE)
  }, [abort])

  const element = (
    <>
      {state.step === 'asking' && <RangeForm count={count} onPrint={printPages} onCancel={stop} />}
      {state.step === 'loading' && (
        <div className={styles.box}>
          <p role="status">{`Préparation de l'impression : page ${state.done} sur ${state.count}`}</p>
          <ProgressBar value={state.done} max={state.count} />
          <Button variant="secondary" onClick={stop}>
            Annuler
          </Button>
        </div>
      )}
      {state.step === 'ready' && <PrintSheets {...state} onPrinted={stop} />}
    </>
  )
  return { print, element }
}

/** Fetches the large pictures of pages, one after the other. @returns their addresses in this page */
async function fetchSheets(
  id: string,
  pages: PageRange,
  signal: AbortSignal,
  onPage: (done: number) => void,
): Promise<{ sheets: string[]; copyCode: string | null }> {
  onPage(0)
  const ticket = await requestTicket(id, 'print', signal)
  if (ticket.mode !== 'pages') throw new ApiFailure('failing')
  const document = openPrepared(id, ticket)
  const sheets: Blob[] = []
  for (const number of pageNumbers(pages)) {
    sheets.push(await document.file(pictureName(number, true), { signal }))
    onPage(sheets.length)
  }
  return { sheets: sheets.map((sheet) => URL.createObjectURL(sheet)), copyCode: ticket.copyCode }
}

function failureText(error: unknown): string {
  const isNetworkGone = error instanceof ApiFailure && ['offline', 'unreachable'].includes(error.kind)
  return isNetworkGone ? NETWORK_NEEDED : documentFailureText(error)
}

type RangeFormProps = { count: number; onPrint: (pages: PageRange) => void; onCancel: () => void }

/** Asks for the pages of a document that is too long to be printed at once. */
function RangeForm({ count, onPrint, onCancel }: RangeFormProps) {
  const [error, setError] = useState<string | undefined>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [from, until] = [Number(fields.get('from')), Number(fields.get('until'))]
    const isValid = from >= 1 && from <= until && until <= count && until - from < MOST_PAGES
    if (isValid) onPrint({ from, until })
    else setError(`Choisissez ${MOST_PAGES} pages au plus, entre 1 et ${count}.`)
  }
  return (
    <form className={styles.box} noValidate onSubmit={submit}>
      <p>
        Ce document a {count} pages. On en imprime {MOST_PAGES} à la fois au plus.
      </p>
      <Row>
        <TextField label="De la page" name="from" inputMode="numeric" defaultValue="1" autoComplete="off" />
        <TextField
          label="à la page"
          name="until"
          inputMode="numeric"
          defaultValue={MOST_PAGES}
          autoComplete="off"
          error={error}
        />
      </Row>
      <Row>
        <Button type="submit">Imprimer</Button>
        <Button variant="secondary" onClick={onCancel}>
          Annuler
        </Button>
      </Row>
    </form>
  )
}

type PrintSheetsProps = { sheets: readonly string[]; mark: string; onPrinted: () => void }

/** The pages for the printer, hidden on the screen. Prints when all have loaded. */
function PrintSheets({ sheets, mark, onPrinted }: PrintSheetsProps) {
  const missing = useRef(sheets.length)
  const onLoad = () => {
    missing.current -= 1
    if (missing.current === 0) window.print()
  }
  useEffect(() => {
    const { classList } = document.body
    classList.add(styles.printed as string)
    window.addEventListener('afterprint', onPrinted)
    return () => {
      classList.remove(styles.printed as string)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
  return createPortal(
    <div className={styles.sheets} aria-hidden="true">
      {sheets.map((sheet) => (
        <div key={sheet} className={styles.sheet}>
          <div className={styles.paper}>
            <img src={sheet} alt="" onLoad={onLoad} />
            <p className={styles.across}>{mark}</p>
            <p className={styles.line}>{mark}</p>
          </div>
        </div>
      ))}
    </div>,
    document.body,
  )
}
