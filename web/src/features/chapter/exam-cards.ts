import type { ChapterItem } from '#shared/entities/resource.ts'

/** The documents of one exam: a card of the chapter page. */
export type ExamCard = { key: string; title: string; items: ChapterItem[] }

const KINDS: Record<ChapterItem['resourceType'], string> = {
  exercise: 'Énoncé',
  correction: 'Correction',
  course: 'Cours',
  exam: 'Examen',
}
const ORDER = ['exercise', 'exam', 'correction', 'course']

/** Groups the documents by year and session, in the order in which they come. */
export function examCards(items: readonly ChapterItem[]): ExamCard[] {
  const groups = new Map<string, ChapterItem[]>()
  for (const item of items) {
    const key = `${item.year}-${item.session}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups].map(([key, group], index) => ({
    key,
    title: cardTitle(index + 1, group),
    items: group.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

/** 'Correction (Vidéo)' */
export function documentLabel({ resourceType, type }: Pick<ChapterItem, 'resourceType' | 'type'>): string {
  return `${KINDS[resourceType]} (${type === 'pdf' ? 'PDF' : 'Vidéo'})`
}

function cardTitle(number: number, [first]: ChapterItem[]): string {
  return `Sujet ${number} - ${first?.year} - Session ${first?.session}`
}

function rank({ resourceType, type }: ChapterItem): number {
  return ORDER.indexOf(resourceType) * 2 + (type === 'video' ? 1 : 0)
}
