import { findTrack } from '#shared/catalogue/tracks.ts'
import { type Resource, searchedResourceFields } from '#shared/entities/resource.ts'

/**
 * Text as it is stored for a search and compared with one, without accents and case: 'Œuvre d’Énergie' → "oeuvre d'energie".
 * Always well-formed, as the table takes it.
 */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[’‘]/g, "'")
    .replace(/[‐-―]/g, '-')
}

/** The different words of a search, folded; none when it is blank. */
export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
}

/** What the owner's list of resources is searched in: the searched fields and the label of the track. */
export function resourceSearchText(resource: Resource): string {
  const texts = searchedResourceFields.map((field) => resource[field])
  return foldText([...texts, findTrack(resource.track).label].join(' '))
}
