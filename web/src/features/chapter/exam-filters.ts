import type { ChapterItem } from '#shared/entities/resource.ts'
import { documentLabel, type ExamCard } from './exam-cards.ts'

/** The filters by their names in the page's address. */
export const FILTER_NAMES = ['annee', 'session', 'type'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The chosen values; a filter that is not there lets everything pass. */
export type Filters = Partial<Record<FilterName, string>>

type FilterOption = { value: string; label: string }

/** What can be chosen in each filter: what the chapter has, in the order in which it comes. */
export type FilterOptions = Record<FilterName, FilterOption[]>

/** By their labels: Correction, Cours, Énoncé, Examen. */
const ALPHABET: readonly ChapterItem['resourceType'][] = ['correction', 'course', 'exercise', 'exam']

/** The choices that a chapter's documents offer. */
export function filterOptions(cards: readonly ExamCard[]): FilterOptions {
  const items = cards.flatMap((card) => card.items)
  return {
    annee: distinct(items.map(({ year }) => ({ value: year, label: year }))),
    session: distinct(items.map(({ session }) => ({ value: session, label: session }))),
    type: distinct(
      items
        .toSorted((one, other) => place(one) - place(other))
        .map((item) => ({ value: kindOf(item), label: documentLabel(item) })),
    ),
  }
}

/** Where the alphabet puts a document's label; the browser's own comparing takes a cheap phone 60 ms to fetch. */
function place({ resourceType, type }: ChapterItem): number {
  return ALPHABET.indexOf(resourceType) * 2 + (type === 'video' ? 1 : 0)
}

/** The filters that an address asks for; a value that the chapter does not have asks for nothing. */
export function readFilters(query: URLSearchParams, options: FilterOptions): Filters {
  const filters: Filters = {}
  for (const name of FILTER_NAMES) {
    const value = query.get(name)
    if (value !== null && options[name].some((option) => option.value === value)) filters[name] = value
  }
  return filters
}

/** The query with one filter set, or taken out by an empty value. */
export function withFilter(query: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(query)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** The query without any filter. */
export function withoutFilters(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of FILTER_NAMES) next.delete(name)
  return next
}

/** The cards that still hold a document, each with its number in the whole list. */
export function filterCards(cards: readonly ExamCard[], { annee, session, type }: Filters): ExamCard[] {
  const fits = (item: ChapterItem) =>
    (!annee || item.year === annee) &&
    (!session || item.session === session) &&
    (!type || kindOf(item) === type)
  return cards
    .map((card) => ({ ...card, items: card.items.filter(fits) }))
    .filter(({ items }) => items.length > 0)
}

/** '3 sujets sur 7', or '1 sujet' when there is no other. */
export function countText(shown: number, all: number): string {
  const subjects = `${shown} ${shown < 2 ? 'sujet' : 'sujets'}`
  return shown === all ? subjects : `${subjects} sur ${all}`
}

/** 'correction-pdf' */
function kindOf({ resourceType, type }: ChapterItem): string {
  return `${resourceType}-${type}`
}

function distinct(options: readonly FilterOption[]): FilterOption[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}
