import { type ReactNode, useEffect, useState } from 'react'
import { examPath } from '#shared/catalogue/page-path.ts'
import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import type { FileType } from '#shared/entities/resource.ts'
import { networkTexts, refusalCodeOf } from '#web/lib/api/failure.ts'
import {
  ClosedByExam,
  comingSoonTexts,
  documentFailureText,
  INVALID_ID,
} from '#web/lib/documents/document-texts.ts'
import type { Failure } from '#web/lib/loading/lazy-component.tsx'
import { useOnline } from '#web/lib/network.ts'
import { PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { Button, ButtonLink, RetryButton } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Alert, NetworkLine, Spinner } from '#web/ui/status.tsx'
import type { DocumentState } from './use-document.ts'
import styles from './viewer.module.css'

export const loadingTexts = { pdf: 'Chargement du document...', video: 'Chargement de la vidéo...' }

export const viewerTexts = {
  backOnline: 'Connexion rétablie.',
  /** The code of the printed pages comes from the server. */
  printOffline:
    "L'impression a besoin du réseau\u00a0: chaque exemplaire reçoit son code au moment d'imprimer.",
  printedByBrowser:
    'Choisissez «\u00a0Imprimer\u00a0» dans le lecteur\u00a0: chaque exemplaire reçoit son code.',
  printSignedOut: "Connectez-vous pour imprimer\u00a0: chaque exemplaire porte l'adresse de son compte.",
  replaced: 'Ce document a changé\u00a0: voici sa nouvelle version.',
} as const

/** '12:05' */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const NOTE_MS = 4_000

type ClosedDocumentProps = {
  state: Exclude<DocumentState, { step: 'ready' }>
  type: FileType
  onRetry: () => void
  /** Called when a link to another page was followed. */
  onLeave: () => void
  /** Other ways to a document that has failed. */
  children?: ReactNode
}

/** Says what stands in the place of a document that is not open. */
export function ClosedDocument({ state, type, ...rest }: ClosedDocumentProps) {
  switch (state.step) {
    case 'invalid':
      return <Message text={INVALID_ID} />
    case 'loading':
      return <Spinner label={loadingTexts[type]} />
    case 'announced':
      return <Message kind="info" text={comingSoonTexts[type]} />
    case 'preparing':
      return <Message kind="info" text={documentFailureText(state.error)} />
    case 'keptPdf':
      return <KeptPdf file={state.file} />
    case 'failed':
      return <FailureMessage error={state.error} {...rest} />
  }
}

type FailureMessageProps = Omit<ClosedDocumentProps, 'state' | 'type'> & { error: unknown }

/** Explains why the document is missing or incomplete, with the only retry button of the viewer. */
function FailureMessage({ error, onRetry, onLeave, children }: FailureMessageProps) {
  const code = refusalCodeOf(error)
  // Neither opens by another try.
  if (error instanceof ClosedByExam || code === 'MOCK_EXAM_RUNNING' || code === 'DOCUMENT_BROKEN')
    return <Message kind="info" text={documentFailureText(error)} />
  return (
    <Message text={documentFailureText(error)}>
      <RetryButton onClick={onRetry} />
      {code === 'PREMIUM_REQUIRED' && <PremiumLink replace onClick={onLeave} />}
      {children}
    </Message>
  )
}

/** A PDF that version 1.1 has kept on this device: without a network only the browser itself can show it. */
function KeptPdf({ file }: { file: Blob }) {
  const open = () => {
    const address = URL.createObjectURL(file)
    window.open(address, '_blank', 'noopener')
    // The tab reads the file after the click has returned.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return (
    <Message kind="info" text="Ce document gardé s'ouvre dans votre lecteur de PDF.">
      <Button variant="secondary" onClick={open}>
        Ouvrir le PDF
      </Button>
    </Message>
  )
}

export function ReaderFailure({ text, onRetry }: Failure) {
  return (
    <Message text={text}>
      <RetryButton onClick={onRetry} />
    </Message>
  )
}

export function PremiumMessage({ isVisitor, onLeave }: { isVisitor: boolean; onLeave: () => void }) {
  return (
    <Message kind="info" text="Ce document est réservé aux comptes Premium.">
      {/* The link replaces the viewer's entry in the history, so that 'back' returns to the page. */}
      <PremiumLink replace onClick={onLeave} />
      {isVisitor && <SignInLink variant="secondary" replace onClick={onLeave} />}
    </Message>
  )
}

export function ExamMessage({ paper, onLeave }: { paper: SubjectKey; onLeave: () => void }) {
  return (
    <Message kind="info" text={"Passez l'examen blanc\u00a0: le corrigé s'ouvre gratuitement."}>
      <ButtonLink to={examPath(paper)} replace onClick={onLeave}>
        Passer l'examen blanc
      </ButtonLink>
    </Message>
  )
}

export function Message({ kind = 'error', text, children }: MessageProps) {
  return (
    <div className={styles.message}>
      <Alert kind={kind}>
        <p>{text}</p>
        {children && <Row>{children}</Row>}
      </Alert>
    </div>
  )
}

type MessageProps = { kind?: 'error' | 'info'; text: string; children?: ReactNode }

/**
 * Says below the toolbar that the network is gone, since the dialog covers the page's own line.
 * @param isDelayed true while bytes do not arrive although the device is online
 */
export function ViewerNetworkLine({ isDelayed }: { isDelayed: boolean }) {
  const isOnline = useOnline()
  return <NetworkLine text={!isOnline ? networkTexts.offline : isDelayed ? networkTexts.unreachable : null} />
}

/** Shows for some seconds, above the foot of the viewer, that the network is back, or a note. */
export function ViewerNote({ note }: { note: string | null }) {
  const isOnline = useOnline()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  const backOnline = useTemporaryText(isOnline && wasOffline ? viewerTexts.backOnline : null)
  const shownNote = useTemporaryText(note)
  const text = backOnline ?? shownNote
  return (
    <div role="status" className={styles.note}>
      {text !== null && <p className={styles.noteText}>{text}</p>}
    </div>
  )
}

function useTemporaryText(text: string | null): string | null {
  const [expired, setExpired] = useState<string | null>(null)
  if (text === null && expired !== null) setExpired(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setExpired(text), NOTE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === expired ? null : text
}

const LINES = 3

/** The reader's address over a page or a video, so that a copy can be traced to its account. */
export function Watermark({ text }: { text: string }) {
  return (
    <div className={styles.watermark} aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are all the same
        <span key={line}>{text}</span>
      ))}
    </div>
  )
}
