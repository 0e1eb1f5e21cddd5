import { SUBJECT_PARTS, subjectId } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { InboxItem } from '#shared/contract/admin/inbox.ts'
import { receivedFileText } from '#shared/domain/documents/document-input.ts'
import { namedPaper, namedResource } from '#shared/domain/documents/file-name.ts'
import { findDoubles } from '#shared/domain/documents/lookalikes.ts'
import type { InboxFile, InboxSearch } from '#shared/entities/inbox-file.ts'
import { resourceTitle } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Returns the received files in a state: those of the last search first, the statement of a paper before its correction.
 * One query of the inbox, and one for each track.
 */
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
