import {
  SUBJECT_PARTS,
  subjectDocumentId,
  subjectDocumentTitle,
  subjectId,
} from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { InboxItem } from '#shared/contract/admin/inbox.ts'
import {
  type InboxDecision,
  type ReceivedPaper,
  type ReceivedResource,
  receivedFileText,
} from '#shared/domain/documents/document-input.ts'
import { namedPaper, namedResource } from '#shared/domain/documents/file-name.ts'
import { findDoubles } from '#shared/domain/documents/lookalikes.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { type InboxFile, type InboxSearch, inboxFaultTexts } from '#shared/entities/inbox-file.ts'
import { type FileType, resourceTitle } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { answerIfEqual } from '../../data/optimistic-lock.ts'
import type { WriteResult } from '../../data/table/write.ts'
import type { Deps } from '../../http/use-case.ts'
import { addSubjectDocument, type SubjectDeps } from '../change-subjects.ts'
import { addResource, findAddedResource } from './resources.ts'

/** Those of the last search first, the statement of a paper before its correction. */
export async function listInbox(
  { inbox, subjects }: Pick<Deps, 'inbox' | 'subjects'>,
  { state }: { state: 'waiting' | 'ignored' },
): Promise<{ items: InboxItem[]; hasFolder: boolean } & InboxSearch> {
  const [{ folder, search, files }, papers] = await Promise.all([
    inbox.read(),
    Promise.all(TRACK_CODES.map(subjects.listPublic)),
  ])
  const known = new Map(papers.flat().map((paper) => [paper.id, paper]))
  const doubles = findDoubles(files)
  const items = files
    .filter(({ ignoredAt }) => (ignoredAt !== null) === (state === 'ignored'))
    .toSorted(
      (one, other) => compareTexts(other.seenAt, one.seenAt) || compareTexts(orderOf(one), orderOf(other)),
    )
    .map((file) => ({
      ...file,
      file: receivedFileText(file),
      obstacle: obstacleOf(file, known),
      doubles: doubles.get(file.fileId) ?? [],
    }))
  return { items, hasFolder: folder !== null, ...search }
}

function obstacleOf(
  { guess }: Pick<InboxFile, 'guess'>,
  papers: ReadonlyMap<string, SubjectItem>,
): InboxItem['obstacle'] {
  const named = namedPaper(guess)
  if (!named) return null
  const paper = papers.get(subjectId(named))
  if (named.part === 'statement') return paper ? 'exists' : null
  if (!paper) return 'no-statement'
  const isThere = named.part === 'correction' ? paper.hasCorrection : paper.hasVideo
  return isThere ? 'exists' : null
}

/** Files by the documents that they may become, those without a whole guess at the end, by name. */
function orderOf({ guess, name }: InboxFile): string {
  const paper = namedPaper(guess)
  if (paper) return `1 ${subjectId(paper)} ${SUBJECT_PARTS.indexOf(paper.part)}`
  const resource = namedResource(guess)
  return resource ? `2 ${resourceTitle(resource)}` : `3 ${name}`
}

function compareTexts(one: string, other: string): number {
  return one.localeCompare(other, 'fr', { numeric: true })
}

type InboxDeps = Pick<Deps, 'inbox' | 'resources'> & SubjectDeps

type Decided = { document: { id: string; title: string } | null }

/**
 * Makes a document of a received file through the use cases of typed ones, or puts it aside. The file leaves the inbox
 * in the transaction of its document, and a repeated decision finds what the first one did. @throws DomainError
 * NOT_FOUND, INVALID_REQUEST, SUBJECT_EXISTS, CONFLICT
 */
export async function decideInboxFile(
  deps: InboxDeps,
  actor: User,
  fileId: string,
  decision: InboxDecision,
): Promise<Decided> {
  const received = await deps.inbox.find(fileId)
  if (decision.action === 'ignore') return ignoreFile(deps, actor, received)
  const document =
    decision.action === 'subject'
      ? await addPaper(deps, actor, { fileId, received, decision })
      : await addChapterDocument(deps, actor, { fileId, received, decision })
  return { document }
}

type Order<Decision> = { fileId: string; received: InboxFile | null; decision: Decision }

async function addPaper(deps: InboxDeps, actor: User, { fileId, received, decision }: Order<ReceivedPaper>) {
  const { action: _, ...paper } = decision
  const document = {
    id: subjectDocumentId(paper, paper.part),
    title: subjectDocumentTitle(paper, paper.part),
  }
  const stored = received ? null : await deps.subjects.find(paper)
  const { file } = (paper.part === 'statement' ? stored : stored?.[paper.part]) ?? {}
  if (file?.kind === 'drive' && file.fileId === fileId) return document
  const usable = requireUsable(received, paper.part === 'video' ? 'video' : 'pdf', 'part')
  const { leave, ...writing } = leavingWith(deps, fileId)
  const added = { ...paper, file: receivedFileText(usable) }
  await addSubjectDocument({ ...deps, ...writing }, adminActor(actor), added)
  await leave()
  return document
}

async function addChapterDocument(
  deps: InboxDeps,
  actor: User,
  { fileId, received, decision }: Order<ReceivedResource>,
) {
  const { action: _, ...fields } = decision
  const file = received ? receivedFileText(received) : fileId
  const input = { ...fields, title: fields.title ?? resourceTitle(fields), file }
  const added = received ? null : await findAddedResource(deps, input)
  if (added) return { id: added.id, title: added.title }
  requireUsable(received, input.type, 'type')
  const { leave, ...writing } = leavingWith(deps, fileId)
  const { id, title } = await addResource({ ...deps, ...writing }, actor, input)
  await leave()
  return { id, title }
}

function leavingWith(
  { inbox, subjects, resources }: InboxDeps,
  fileId: string,
): Pick<Deps, 'subjects' | 'resources'> & { leave: () => Promise<void> } {
  const part = inbox.leavingPart(fileId)
  let hasLeft = false
  const noted = async (writing: Promise<WriteResult>) => {
    const result = await writing
    hasLeft = result === 'written'
    return result
  }
  return {
    subjects: {
      ...subjects,
      add: (subject, entry) => noted(subjects.add(subject, entry, part)),
      replace: (before, after, entry) => noted(subjects.replace(before, after, entry, part)),
    },
    resources: { ...resources, add: (resource, entry) => noted(resources.add(resource, entry, part)) },
    leave: async () => {
      // The document has this file already: it was typed, or a search has listed the file again since.
      if (!hasLeft) await inbox.remove(fileId)
    },
  }
}

const GONE = "Ce fichier n'est plus dans le dossier de réception."

/** @throws DomainError NOT_FOUND, CONFLICT for a file that cannot be delivered, INVALID_REQUEST for another type */
function requireUsable(received: InboxFile | null, type: FileType, path: string): InboxFile {
  if (!received) throw new DomainError('NOT_FOUND', { detail: GONE })
  if (received.fault) throw new DomainError('CONFLICT', { detail: `${inboxFaultTexts[received.fault]}.` })
  if (received.guess.type === type) return received
  const message = type === 'pdf' ? 'Ce fichier est une vidéo' : 'Ce fichier est un PDF'
  throw new DomainError('INVALID_REQUEST', { errors: [{ path, message }] })
}

async function ignoreFile(
  { inbox, clock }: InboxDeps,
  actor: User,
  received: InboxFile | null,
): Promise<Decided> {
  if (!received) throw new DomainError('NOT_FOUND', { detail: GONE })
  if (received.ignoredAt !== null) return { document: null }
  const now = clock.now()
  const { fileId, name } = received
  const entry = auditEntry(adminActor(actor), now, {
    action: 'UPDATE_INBOX',
    target: fileId,
    before: { name, ignored: false },
    after: { name, ignored: true },
  })
  if ((await inbox.ignore(received, now, entry)) === 'conflict')
    answerIfEqual(await inbox.find(fileId), ({ ignoredAt }) => ignoredAt !== null)
  return { document: null }
}
