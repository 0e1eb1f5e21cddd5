import { chapterPath, paperPath, parsePaperPath } from '#shared/catalogue/page-path.ts'
import {
  chapterButtonLabels,
  partLabels,
  SUBJECT_PARTS,
  subjectDocumentId,
  subjectDocumentTitle,
  subjectId,
} from '#shared/catalogue/subjects.ts'
import { chapterTitle } from '#shared/catalogue/tracks.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { bytesText } from '../documents/document-labels.ts'
import type { ChapterKey } from '../progress/unsent-marks.ts'
import type { OfflineRequest } from './offline-state.ts'

/** Returns the PDFs of a paper; the device keeps no videos. */
export function paperRequests(subject: SubjectItem): OfflineRequest[] {
  const place = { track: subject.track, chapter: null, path: paperPath(subject) }
  return SUBJECT_PARTS.flatMap((part): OfflineRequest[] => {
    const weight = part === 'statement' ? subject : subject[part]
    if (part === 'video' || weight === null || !subject.hasFile) return []
    return [
      {
        id: subjectDocumentId(subject, part),
        title: subjectDocumentTitle(subject, part),
        name: `${subject.year} ${subject.session} · ${partLabels[part]}`,
        size: weight.size,
        place,
        answersPaper: part === 'statement' ? null : subjectId(subject),
      },
    ]
  })
}

/** Returns the PDFs of a chapter; the device keeps no videos. */
export function chapterRequests(
  { track, theme, chapter }: ChapterKey,
  items: readonly ChapterItem[],
): OfflineRequest[] {
  const place = {
    track,
    chapter: chapterTitle(track, theme, chapter) ?? null,
    path: chapterPath(track, theme, chapter),
  }
  return items
    .filter(({ type, available }) => type === 'pdf' && available)
    .map(({ id, title, size, resourceType, year, session }) => ({
      id,
      title,
      name: `${year} ${session} · ${chapterButtonLabels[resourceType]}`,
      size,
      place,
      answersPaper: resourceType === 'correction' ? subjectId({ track, year, session }) : null,
    }))
}

/** Returns the address of the public list that names the documents of a page. */
export function listAddress(path: string): string {
  const paper = parsePaperPath(path)
  return paper ? `/api/subjects/${subjectId(paper)}` : `/api/chapters${path}`
}

/** '14 documents, 23 Mo'; 'au moins' where the weight of a document is unknown. */
export function weightText(documents: readonly { size: number | null }[]): string {
  const { length } = documents
  const sum = weightOf(documents)
  const count = `${length} document${length > 1 ? 's' : ''}`
  if (sum === 0) return count
  const isComplete = documents.every(({ size }) => size !== null)
  return `${count}, ${isComplete ? '' : 'au moins '}${roomText(sum)}`
}

/** Returns the sum of the known sizes. */
export function weightOf(documents: readonly { size: number | null }[]): number {
  return documents.reduce((sum, { size }) => sum + (size ?? 0), 0)
}

/** '640 ko', '1,2 Mo', '23 Mo', '1,2 Go' */
export function roomText(bytes: number): string {
  if (bytes < 9_950_000) return bytesText(bytes)
  if (bytes < 999_500_000) return `${Math.round(bytes / 1_000_000)}\u00a0Mo`
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')}\u00a0Go`
}
