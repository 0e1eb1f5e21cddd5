import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { numberIn } from '#shared/entities/plain-digits.ts'
import { pictureName } from '#shared/entities/prepared-document.ts'
import { type PageRange, pageNumbers } from '#web/features/viewer/use-document.ts'
import { ApiFailure, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { openPrepared } from '#web/lib/documents/prepared-document.ts'
import { requestTicket } from '#web/lib/documents/tickets.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button, CancelButton } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { viewerTexts } from '../viewer-messages.tsx'
import { Picture } from './picture.tsx'
import styles from './print.module.css'

/** Pages of one print at most. */
const MOST_PAGES = 60

export type PrintProps = { id: string; count: number; watermark: string | null; onEnd: () => void }

/** The server issues the code of a print, and counts it as a copy. */
export function Print({ count, ...rest }: PrintProps) {
  const [pages, setPages] = useState(count > MOST_PAGES ? null : { from: 1, until: count })
  return pages ? (
    <PrintPages {...rest} pages={pages} />
  ) : (
    <RangeForm count={count} onPrint={setPages} onCancel={rest.onEnd} />
  )
}

function PrintPages({ id, pages, watermark, onEnd }: Omit<PrintProps, 'count'> & { pages: PageRange }) {
  const [sheets, setSheets] = useState<readonly Blob[]>([])
  const [code, setCode] = useState<string | null>(null)
  const count = pages.until - pages.from + 1
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const fetchSheets = async () => {
      const ticket = await requestTicket(id, 'print', signal)
      if (ticket.mode !== 'pages') throw new ApiFailure('failing')
      setCode(ticket.copyCode)
      const document = openPrepared(id, ticket)
      for (const number of pageNumbers(pages)) {
        const sheet = await document.file(pictureName(number, true), { signal })
        setSheets((before) => [...before, sheet])
      }
    }
    fetchSheets().catch((error: unknown) => {
      if (signal.aborted) return
      showToast({ kind: 'error', text: failureText(error) })
      onEnd()
    })
    return () => abort.abort()
  }, [id, pages, onEnd])
  if (sheets.length === count) {
    const mark = [watermark && `Copie personnelle de ${watermark}`, code && `exemplaire ${code}`]
    return <PrintSheets sheets={sheets} mark={mark.filter(Boolean).join(' · ')} onPrinted={onEnd} />
  }
  return (
    <div className={styles.box}>
      <p role="status">{`Préparation de l'impression\u00a0: page ${sheets.length} sur ${count}`}</p>
      <ProgressBar value={sheets.length} max={count} />
      <CancelButton onClick={onEnd} />
    </div>
  )
}

function failureText(error: unknown): string {
  if (refusalCodeOf(error) === 'AUTHENTICATION_REQUIRED') return viewerTexts.printSignedOut
  return troubleHint(error) === null ? documentFailureText(error) : viewerTexts.printOffline
}

type RangeFormProps = { count: number; onPrint: (pages: PageRange) => void; onCancel: () => void }

function RangeForm({ count, onPrint, onCancel }: RangeFormProps) {
  const [error, setError] = useState<string | undefined>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [from, until] = [numberIn(fields.get('from') as string), numberIn(fields.get('until') as string)]
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
        <CancelButton onClick={onCancel} />
      </Row>
    </form>
  )
}

type PrintSheetsProps = { sheets: readonly Blob[]; mark: string; onPrinted: () => void }

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
      {sheets.map((sheet, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a page's number is its identity
        <div key={index} className={styles.sheet}>
          <div className={styles.paper}>
            <Picture file={sheet} onLoad={onLoad} onError={onPrinted} />
            <p className={styles.across}>{mark}</p>
            <p className={styles.line}>{mark}</p>
          </div>
        </div>
      ))}
    </div>,
    document.body,
  )
}
