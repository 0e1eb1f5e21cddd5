import type { ChapterItem } from '../../entities/resource.ts'

type ChapterDocument = Pick<ChapterItem, 'id' | 'resourceType' | 'year' | 'session'>

export type NextStep<Item extends ChapterDocument> = { label: string; documents: readonly Item[] }

/** Two of each kind, so that the next step is clear. */
const MOST_LISTED = 2

const KINDS: readonly { label: string; types: readonly ChapterItem['resourceType'][] }[] = [
  { label: 'À lire', types: ['course'] },
  { label: 'À faire', types: ['exercise', 'exam'] },
  { label: 'À corriger', types: ['correction'] },
]

/** Two of each kind; a correction only once the statement of its paper is done. */
export function nextDocuments<Item extends ChapterDocument>(left: readonly Item[]): NextStep<Item>[] {
  const toDo = new Set(left.filter(isStatement).map(paperOf))
  return KINDS.map(({ label, types }) => ({
    label,
    documents: left
      .filter((item) => types.includes(item.resourceType))
      .filter((item) => isStatement(item) || item.resourceType === 'course' || !toDo.has(paperOf(item)))
      .slice(0, MOST_LISTED),
  })).filter(({ documents }) => documents.length > 0)
}

function isStatement({ resourceType }: ChapterDocument): boolean {
  return resourceType === 'exercise' || resourceType === 'exam'
}

function paperOf({ year, session }: ChapterDocument): string {
  return `${year} ${session}`
}
