import { useQueries } from '@tanstack/react-query'
import { FileText, Lock, RefreshCw, Trash } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { parseSubjectDocumentId, partLabels } from '#shared/catalogue/subjects.ts'
import type { ThemeSlug, Track, TrackCode } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, getChapter, listSubjects } from '#web/lib/api/api.ts'
import { sizeText } from '#web/lib/documents/document-labels.ts'
import { type DocumentPart, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { useOnline } from '#web/lib/network.ts'
import { keepOffline, removeOffline } from '#web/lib/offline/downloads.ts'
import {
  type OfflineDocument,
  type OfflineState,
  paperRequests,
  roomText,
  weightText,
} from '#web/lib/offline/offline-state.ts'
import { isClosed } from '#web/lib/offline/open-offline.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import styles from './keep-offline.module.css'
import { DownloadFailures, DownloadProgress, useFreeRoom, useOutdated } from './keep-offline.tsx'
import { groupDocuments, type PlaceGroup } from './kept-documents.ts'

type Chapter = { track: Track['slug']; theme: ThemeSlug; chapter: string }

type Removal = { question: string; documents: readonly OfflineDocument[] }

export function KeptDocuments({ state }: { state: OfflineState }) {
  const { account, documents, queue, failures } = state
  const [removal, setRemoval] = useState<Removal | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const sizes = useNewerSizes(documents)
  const remove = (removed: readonly { id: string }[]) => {
    removeOffline(removed.map(({ id }) => id))
    // The pressed button is removed with its document.
    list.current?.focus()
  }
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <Summary documents={documents} onRemoveAll={() => setRemoval({ question: ALL_REMOVED, documents })} />
      {queue.length > 0 && <DownloadProgress kept={documents.length} waiting={queue} />}
      <DownloadFailures failures={failures} />
      {groupDocuments(documents).map(({ track, label, places }) => (
        <section key={track} data-track={track} aria-labelledby={`filiere-${track}`} className={styles.track}>
          <h2 id={`filiere-${track}`}>{label}</h2>
          {places.map((place) => (
            <Place
              key={place.path}
              place={place}
              account={account}
              sizes={sizes}
              onRemove={remove}
              onRemoveAll={() =>
                setRemoval({
                  question: `Les documents de « ${place.title} » seront enlevés de cet appareil.`,
                  documents: place.documents,
                })
              }
            />
          ))}
        </section>
      ))}
      {removal && (
        <ConfirmDialog
          title="Enlever les documents gardés"
          confirm="Enlever"
          onConfirm={() => remove(removal.documents)}
          onClose={() => setRemoval(null)}
        >
          <p>{withFrenchSpaces(removal.question)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const ALL_REMOVED = 'Vos documents gardés seront enlevés de cet appareil.'

type SummaryProps = { documents: readonly OfflineDocument[]; onRemoveAll: () => void }

function Summary({ documents, onRemoveAll }: SummaryProps) {
  const free = useFreeRoom(weightOnDevice(documents))
  return (
    <div className={styles.summary}>
      <p>
        <strong>{weightText(documents.map(({ bytes }) => ({ size: bytes })))}</strong>{' '}
        {free !== null && <span className={styles.room}>{`${roomText(free)} libres sur cet appareil`}</span>}
      </p>
      {documents.length > 1 && (
        <Button variant="secondary" Icon={Trash} onClick={onRemoveAll}>
          Tout enlever
        </Button>
      )}
    </div>
  )
}

type PlaceProps = {
  place: PlaceGroup
  account: string
  sizes: ReadonlyMap<string, number>
  onRemove: (documents: readonly OfflineDocument[]) => void
  onRemoveAll: () => void
}

function Place({ place: { title, path, documents }, account, sizes, onRemove, onRemoveAll }: PlaceProps) {
  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <h3>
          <Link to={path}>{title}</Link>
        </h3>
        {documents.length > 1 && (
          <>
            <span className={styles.detail}>{roomText(weightOnDevice(documents))}</span>
            <Button variant="link" aria-label={`Enlever : ${title}`} onClick={onRemoveAll}>
              Enlever
            </Button>
          </>
        )}
      </div>
      <ul>
        {documents.map((document) => (
          <KeptRow
            key={document.id}
            document={document}
            parts={partsBeside(document, documents)}
            isShut={isClosed(account, document)}
            newSize={sizes.get(document.id) ?? null}
            onRemove={() => onRemove([document])}
          />
        ))}
      </ul>
    </div>
  )
}

type KeptRowProps = {
  document: OfflineDocument
  parts: readonly DocumentPart[]
  /** The student sits the paper that the document answers. */
  isShut: boolean
  newSize: number | null
  onRemove: () => void
}

function KeptRow({ document, parts, isShut, newSize, onRemove }: KeptRowProps) {
  const openDocument = useOpenDocument()
  const { id, title, name, bytes, pages, isOutdated } = document
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.document}
        disabled={isShut}
        onClick={() => openDocument({ id, title, type: 'pdf', available: true, parts })}
      >
        {isShut ? <Lock aria-hidden="true" /> : <FileText aria-hidden="true" />}
        <span>
          <span className={styles.title}>{name}</span>{' '}
          <span className={styles.detail}>
            {isShut ? "Fermé jusqu'à la fin de votre examen blanc" : sizeText({ size: bytes, pages })}
          </span>
        </span>
      </button>
      {isOutdated && (
        <span className={styles.update}>
          <Button
            variant="link"
            Icon={RefreshCw}
            aria-label={`Mettre à jour : ${title}`}
            onClick={() => keepOffline([{ ...document, size: newSize ?? document.size }])}
          >
            {['Mettre à jour', newSize && roomText(newSize)].filter(Boolean).join(', ')}
          </Button>
        </span>
      )}
      <IconButton label={`Enlever : ${title}`} Icon={Trash} onClick={onRemove} />
    </li>
  )
}

/** Returns the kept documents of the same paper, between which the viewer switches; none for chapters. */
function partsBeside(document: OfflineDocument, others: readonly OfflineDocument[]): DocumentPart[] {
  if (document.place.chapter !== null) return []
  return others
    .filter(({ place }) => place.path === document.place.path)
    .map(({ id, title }) => ({
      id,
      title,
      label: partLabels[parseSubjectDocumentId(id)?.part ?? 'statement'],
      type: 'pdf',
      available: true,
      isFree: false,
    }))
}

function weightOnDevice(documents: readonly OfflineDocument[]): number {
  return documents.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** @returns the sizes of newer versions by id, as the public lists name them */
function useNewerSizes(documents: readonly OfflineDocument[]): ReadonlyMap<string, number> {
  const enabled = useOnline()
  const papers = documents.filter(({ place }) => place.chapter === null)
  const tracks = [...new Set(papers.map(({ place }) => place.track as TrackCode))]
  const chapters = [
    ...new Set(documents.filter(({ place }) => place.chapter !== null).map(({ place }) => place.path)),
  ]
  const paperLists = useQueries({
    queries: tracks.map((track) => ({ ...api(listSubjects).queryOptions({ query: { track } }), enabled })),
  })
  const chapterLists = useQueries({
    queries: chapters.map((path) => {
      const [track = '', theme = '', chapter = ''] = path.slice(1).split('/')
      const params = { track, theme, chapter } as Chapter
      return { ...api(getChapter).queryOptions({ params }), enabled }
    }),
  })
  const listed = [
    ...paperLists.flatMap(({ data }) => data?.items.flatMap(paperRequests) ?? []),
    ...chapterLists.flatMap(({ data }) => data?.items ?? []),
  ]
  const outdated = useOutdated(documents, listed)
  return new Map(
    listed.flatMap(({ id, size }) => (outdated.includes(id) && size !== null ? [[id, size]] : [])),
  )
}
