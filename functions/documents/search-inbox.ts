import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { type Document, documentOfResource, documentsOfSubject } from '#shared/domain/documents/document.ts'
import { canBe } from '#shared/domain/documents/document-health.ts'
import { type FolderReference, parseFolderReference } from '#shared/domain/documents/drive-reference.ts'
import { guessDocument, withType } from '#shared/domain/documents/file-name.ts'
import { createLookalikeSearch, type KnownDocument } from '#shared/domain/documents/lookalikes.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { MAX_COPY_BYTES } from '#shared/entities/copy.ts'
import { FileId, type InboxFault, type InboxFile, type InboxSearch } from '#shared/entities/inbox-file.ts'
import { FileType } from '#shared/entities/resource.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import type { ListedFile } from '../drive/files.ts'
import type { Deps } from '../http/use-case.ts'
import { folderRefusal } from './references.ts'

/** `drive` is null in embed mode, which has no credentials. */
type SearchDeps = Pick<Deps, 'inbox' | 'subjects' | 'resources' | 'clock'> & { drive: Drive | null }

/** A page of Drive's list has a hundred files. */
const MOST_PAGES = 5
const WRITES_AT_ONCE = 8
const MAX_NAME_LENGTH = 300

/**
 * Compares the newest files of the inbox folder with the received ones: new files are added with what their names say,
 * and files that left the folder, or that a document has by now, are removed. Those put aside stay so. @throws
 * DomainError DOCUMENT_UNAVAILABLE, DOCUMENT_SOURCE_FAILED
 */
export async function searchInbox(deps: SearchDeps): Promise<InboxSearch> {
  const { drive, inbox, clock } = deps
  const { folder, files: known } = await inbox.read()
  const now = clock.now().toISOString()
  const reference = folder === null ? null : parseFolderReference(folder)
  if (reference && !drive)
    throw new DomainError('DOCUMENT_SOURCE_FAILED', { detail: "Ce site n'a pas accès à Google Drive." })
  const { listed, isCut } = await listNewest(deps, reference, now)
  const documents = await listDocuments(deps)
  const stored = new Set(documents.flatMap(({ files }) => files))
  const search = createLookalikeSearch(documents)
  const before = new Map(known.map((file) => [file.fileId, file]))
  const received = listed
    .filter(({ file }) => v.is(FileId, file.fileId) && !stored.has(file.fileId))
    .map((file) => receivedFile(file, before.get(file.file.fileId), search, now))
  const current = new Set(received.map(({ fileId }) => fileId))
  const changed = received.filter((file) => !isDeepStrictEqual(file, before.get(file.fileId)))
  const gone = known.filter(({ fileId }) => !current.has(fileId))
  const changes = [
    ...changed.map((file) => () => inbox.note(file, { isKnown: before.has(file.fileId) })),
    ...gone.map((file) => () => inbox.remove(file.fileId)),
  ].values()
  const writeNext = async () => {
    for (const change of changes) await change()
  }
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writeNext))
  const end: InboxSearch = { searchedAt: now, fault: null, isCut }
  await inbox.endSearch(end)
  return end
}

/** A failure is noted for the page of received files. */
async function listNewest(
  { drive, inbox }: SearchDeps,
  folder: FolderReference | null,
  now: string,
): Promise<{ listed: ListedFile[]; isCut: boolean }> {
  const listed: ListedFile[] = []
  let next: string | null | undefined
  if (!folder || !drive) return { listed, isCut: false }
  try {
    for (let page = 0; page < MOST_PAGES && next !== null; page += 1) {
      const { items, nextPageToken } = await drive.listFolder(folder, next, 'createdTime desc')
      listed.push(...items)
      next = nextPageToken
    }
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error
    const fault = error.fault === 'missing' ? 'not-shared' : 'no-answer'
    await inbox.endSearch({ searchedAt: now, fault, isCut: false })
    throw folderRefusal(error)
  }
  return { listed, isCut: next !== null }
}

async function listDocuments(deps: SearchDeps): Promise<(KnownDocument & { files: string[] })[]> {
  const [papers, ofChapters] = await Promise.all([deps.subjects.listAll(), deps.resources.listAll()])
  const known = (document: Document, place: KnownDocument['place']) => ({
    ...document,
    place,
    files: [document.file, document.captions].flatMap((file) => (file?.kind === 'drive' ? file.fileId : [])),
  })
  return [
    ...papers.flatMap(documentsOfSubject).map((document) => known(document, null)),
    ...ofChapters.map((resource) => known(documentOfResource(resource), resource)),
  ]
}

function receivedFile(
  listed: ListedFile,
  before: InboxFile | undefined,
  findLookalikes: ReturnType<typeof createLookalikeSearch>,
  now: string,
): InboxFile {
  const { file, mimeType, size, unusable } = listed
  // The table takes well-formed text only.
  const name = listed.name.trim().slice(0, MAX_NAME_LENGTH).toWellFormed()
  const named = guessDocument(name)
  const type = unusable ? null : typeOf(mimeType, named.type)
  const guess = type === null ? named : withType(named, type)
  return {
    fileId: file.fileId,
    resourceKey: file.resourceKey ?? null,
    name,
    size,
    fault: unusable ?? faultOf(type, listed),
    guess,
    lookalikes: type === null ? [] : findLookalikes({ name, size, guess }),
    seenAt: before?.seenAt ?? now,
    ignoredAt: before?.ignoredAt ?? null,
  }
}

/** Uploads by programs often have no type, so that their names tell it. */
function typeOf(mimeType: string, named: FileType | null): FileType | null {
  const [type = null, other] = FileType.options.filter((each) => canBe(each, mimeType))
  return other === undefined ? type : named
}

function faultOf(type: FileType | null, { size, canDownload }: ListedFile): InboxFault | null {
  if (type === null) return 'wrong-type'
  if (!size) return 'empty'
  if (!canDownload) return 'not-downloadable'
  return type === 'pdf' && size > MAX_COPY_BYTES ? 'too-large' : null
}
