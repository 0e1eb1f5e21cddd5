import { createContext, useContext } from 'react'
import type { FileType } from '#shared/entities/resource.ts'

/** What the viewer needs to know before it asks for the document. */
export type DocumentRequest = { id: string; title: string; type: FileType; available: boolean }

/** Opens a document over the page; the app provides it and loads the viewer when it is first used. */
export const OpenDocumentContext = createContext<(document: DocumentRequest) => void>(() => {
  throw new Error('The document viewer is not provided')
})

/** How to open a document. */
export function useOpenDocument(): (document: DocumentRequest) => void {
  return useContext(OpenDocumentContext)
}
