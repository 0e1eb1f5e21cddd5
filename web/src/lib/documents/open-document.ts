import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { ChapterItem, FileType } from '#shared/entities/resource.ts'
import type { Access } from '../auth/use-auth.ts'
import type { LazyComponent } from '../loading/lazy-component.tsx'

/** What the viewer needs to know before it asks for the document. */
export type DocumentRequest = {
  id: string
  title: string
  type: FileType
  available: boolean
  /** The documents between which the viewer switches, this one among them. */
  parts?: readonly DocumentPart[]
  /** At which it opens; null or missing: at its beginning. */
  page?: number | null
  /** The exercise of the paper that begins there, by its number. */
  exercise?: number
}

/** The viewer, for pages that add something of their own to it. */
export type DocumentViewerProps = {
  request: DocumentRequest
  onClose: () => void
  /** In the toolbar, in place of the switch to other documents. */
  tool?: ReactNode
  /** Beside the document, or under it in a narrow window. */
  aside?: ReactNode
}

/** Marks an `aside` that is open under the document: the viewer leaves the room of its tools to the pages. */
export const OPEN_SHEET_MARK = 'data-sheet'

/** The viewer in a chunk of its own, as the app gives it to such a page. */
export type ViewerComponent = LazyComponent<DocumentViewerProps>

/** One of several documents that belong together. */
export type DocumentPart = Omit<DocumentRequest, 'parts' | 'page' | 'exercise'> & {
  /** In the switch: 'Corrigé'. */
  label: string
  isFree: boolean
}

/** Whether a reader's account is known not to open a document. */
export function isLocked(document: DocumentRequest | DocumentPart, access: Access): boolean {
  return 'isFree' in document && !document.isFree && (access === 'visitor' || access === 'free')
}

/** What the app provides for documents. */
type DocumentViewer = {
  /** Opens a document over the page. */
  open: (document: DocumentRequest) => void
  /** Fetches the viewer once the page is idle. @returns how to call it off */
  fetchWhileIdle: () => () => void
}

export const DocumentViewerContext = createContext<DocumentViewer>({
  open() {
    throw new Error('The document viewer is not provided')
  },
  fetchWhileIdle: () => () => {},
})

/** How to open a document. */
export function useOpenDocument(): DocumentViewer['open'] {
  return useContext(DocumentViewerContext).open
}

/** Fetches the viewer while a page with documents is idle, for accounts that may open all of them. */
export function useViewerWhileIdle(access: Access): void {
  const { fetchWhileIdle } = useContext(DocumentViewerContext)
  useEffect(() => (access === 'premium' ? fetchWhileIdle() : undefined), [access, fetchWhileIdle])
}

/** Whether an account with this access may open a chapter's document; one that is only announced opens with a notice. */
export function isOpenTo(access: Access, { isFree }: Pick<ChapterItem, 'isFree'>): boolean {
  return isFree || access === 'premium'
}

/** Whether a document carries a mark: what a student cannot open is neither done nor to be looked at again. */
export function isMarkable(item: Pick<ChapterItem, 'isFree' | 'available'>, access: Access): boolean {
  return item.available && isOpenTo(access, item)
}
