import { type ComponentType, createContext, type ReactNode, useContext, useEffect } from 'react'
import type { ChapterItem, FileType } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/auth-state.ts'
import type { LazyComponent } from '../loading/lazy-component.tsx'
import type { ChapterKey } from '../progress/unsent-marks.ts'

/** A document to open, as far as it is known before its ticket. */
export type DocumentRequest = {
  id: string
  title: string
  type: FileType
  available: boolean
  /** The documents between which the viewer switches, including this one. */
  parts?: readonly DocumentPart[]
  /** The page at which it opens; null or missing for its beginning. */
  page?: number | null
  /** The number of the exercise that begins on this page. */
  exercise?: number
  /** True to work on this exercise alone, for accounts that may open the document. */
  isPractice?: boolean
  /** True when a link opened it together with its page: closing it leads back to the page with the link. */
  isVisit?: boolean
}

export type DocumentViewerProps = {
  request: DocumentRequest
  onClose: () => void
  /** Stands in the toolbar, in place of the switch to other documents. */
  tool?: ReactNode
  /** Stands beside the document, or under it in a narrow window. */
  aside?: ReactNode
}

/** Marks an `aside` that is open under the document: the viewer then leaves the space of its tools to the pages. */
export const OPEN_SHEET_MARK = 'data-sheet'

export type ViewerComponent = LazyComponent<DocumentViewerProps>

export type DocumentPart = Omit<DocumentRequest, 'parts' | 'page' | 'exercise' | 'isPractice' | 'isVisit'> & {
  /** The text on the switch: 'Corrigé'. */
  label: string
  size?: number | null | undefined
  isFree: boolean
}

/** True when the reader's account is known not to open the document. */
export function isLocked(document: DocumentRequest | DocumentPart, access: Access): boolean {
  return 'isFree' in document && !document.isFree && (access === 'visitor' || access === 'free')
}

/** Documents that a student may keep on the device: the PDFs of papers and of chapters. */
export type KeepOfflineProps = {
  papers?: readonly SubjectItem[]
  chapters?: readonly ChapterKey[]
  /** Label of the button; 'Garder hors ligne' by default. */
  label?: string
}

/** An exercise by its paper, which is given by its id or the path of its page, and its number. */
type ExercisePlace = { paper: string; number: number }

/** Selects the number of marked exercises, the mark of one, or the tick of a whole paper. */
export type PracticeMarksProps =
  | { exercises: readonly ExercisePlace[] }
  | ExercisePlace
  | { paper: string; number?: never }

type DocumentViewer = {
  open: (document: DocumentRequest) => void
  /** The button that keeps documents on the device; nothing for accounts without Premium, as the mark. */
  KeepOffline: ComponentType<KeepOfflineProps>
  KeptMark: ComponentType<{ id: string }>
  /** Shows the student's marks; nothing for visitors. */
  PracticeMarks: ComponentType<PracticeMarksProps>
  /** Fetches the viewer once the page is idle. @returns a function that cancels it */
  fetchWhileIdle: () => () => void
}

const nothing = () => null

export const DocumentViewerContext = createContext<DocumentViewer>({
  open() {
    throw new Error('The document viewer is not provided')
  },
  KeepOffline: nothing,
  KeptMark: nothing,
  PracticeMarks: nothing,
  fetchWhileIdle: () => () => {},
})

/** A document of the viewer, and the page at which it was left; null for a video. */
export type ReadStep = { id: string; page: number | null }

/** An entry of the viewer in the history of the browser: its place among its own entries, and what it shows. */
type ViewerEntry = { key: string; at: number; first: string; step: ReadStep; request: DocumentRequest | null }

/** Returns what the viewer has kept in the current entry of the browser's history; null for a page without it. */
export function viewerEntry(): ViewerEntry | null {
  return (window.history.state as { viewer?: ViewerEntry } | null)?.viewer ?? null
}

/** Makes a reload open no viewer, where one has gone without being closed. */
export function forgetViewerEntry(): void {
  if (viewerEntry()) window.history.replaceState({ ...window.history.state, viewer: null }, '')
}

export function useOpenDocument(): DocumentViewer['open'] {
  return useContext(DocumentViewerContext).open
}

/** Fetches the viewer while a page with documents is idle, for accounts that may open all of them. */
export function useViewerWhileIdle(access: Access): void {
  const { fetchWhileIdle } = useContext(DocumentViewerContext)
  useEffect(() => (access === 'premium' ? fetchWhileIdle() : undefined), [access, fetchWhileIdle])
}

/** True when an account with this access may open a chapter's document; an announced document opens with a notice. */
export function isOpenTo(access: Access, { isFree }: Pick<ChapterItem, 'isFree'>): boolean {
  return isFree || access === 'premium'
}

/** A document that the student cannot open is neither done nor to be looked at again. */
export function isMarkable(item: Pick<ChapterItem, 'isFree' | 'available'>, access: Access): boolean {
  return item.available && isOpenTo(access, item)
}
