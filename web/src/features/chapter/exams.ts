import type { ChapterItem } from '#shared/entities/resource.ts'
import { documentLabel } from '#web/lib/documents/document-labels.ts'

/** The access of the users who can sign in as students. */
export const STUDENTS = ['free', 'premium'] as const

export type Exam = { key: string; title: string; items: ChapterItem[] }

/** The order of the documents in a card. */
const BY_USE: readonly ChapterItem['resourceType'][] = ['exercise', 'exam', 'correction', 'course']
/** Alphabetical by label (Correction, Cours, Énoncé, Examen); loading Intl's collation takes a cheap phone 60 ms. */
const BY_LABEL: readonly ChapterItem['resourceType'][] = ['correction', 'course', 'exercise', 'exam']

export function listExams(items: readonly ChapterItem[]): Exam[] {
  const groups = new Map<string, ChapterItem[]>()
  for (const item of items) {
    const key = `${item.year}-${item.session}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups].map(([key, group], index) => ({
    key,
    title: `Sujet ${index + 1} - ${group[0]?.year} - Session ${group[0]?.session}`,
    items: group.toSorted((one, other) => rank(one, BY_USE) - rank(other, BY_USE)),
  }))
}

/** The PDF of a kind comes before its video. */
function rank({ resourceType, type }: ChapterItem, order: readonly ChapterItem['resourceType'][]): number {
  return order.indexOf(resourceType) * 2 + (type === 'video' ? 1 : 0)
}

export const FILTER_NAMES = ['annee', 'session', 'type'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The chosen values; a missing filter excludes nothing. */
export type Filters = Partial<Record<FilterName, string>>

/** The labels of the choices, by their values. */
export type FilterOptions = Record<FilterName, ReadonlyMap<string, string>>

export function filterOptions(exams: readonly Exam[]): FilterOptions {
  const items = exams.flatMap((exam) => exam.items)
  const byLabel = items.toSorted((one, other) => rank(one, BY_LABEL) - rank(other, BY_LABEL))
  return {
    annee: new Map(items.map(({ year }) => [year, year])),
    session: new Map(items.map(({ session }) => [session, session])),
    type: new Map(byLabel.map((item) => [kindOf(item), documentLabel(item)])),
  }
}

/** Reads the filters from an address; values that the chapter does not have are ignored. */
export function readFilters(query: URLSearchParams, options: FilterOptions): Filters {
  const filters: Filters = {}
  for (const name of FILTER_NAMES) {
    const value = query.get(name)
    if (value !== null && options[name].has(value)) filters[name] = value
  }
  return filters
}

export function withFilter(query: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

export function withoutFilters(query: URLSearchParams): URLSearchParams {
  return FILTER_NAMES.reduce((left, name) => withFilter(left, name, ''), query)
}

/** Returns the exams that still have a document, each with its number in the whole list. */
export function filterExams(exams: readonly Exam[], { annee, session, type }: Filters): Exam[] {
  const fits = (item: ChapterItem) =>
    (!annee || item.year === annee) &&
    (!session || item.session === session) &&
    (!type || kindOf(item) === type)
  return exams
    .map((exam) => ({ ...exam, items: exam.items.filter(fits) }))
    .filter(({ items }) => items.length > 0)
}

/** 'correction-pdf' */
function kindOf({ resourceType, type }: ChapterItem): string {
  return `${resourceType}-${type}`
}
