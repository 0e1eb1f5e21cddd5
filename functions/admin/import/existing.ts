import { chapterNumber } from '#shared/catalogue/themes.ts'
import { type Place, placeKey } from '#shared/domain/csv/resource-csv.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Deps } from '../../http/deps.ts'
import { derivedId } from '../document-fields.ts'
import type { CsvLine } from './csv.ts'
import { idOf, readPlace } from './line-input.ts'

/** The stored resources in the places and under the ids of lines. */
export type Existing = { byId: ReadonlyMap<string, Resource>; inPlace(place: Place): Resource[] }

/**
 * Creates a function that looks up the resources of lines: the lists of their chapters give the possible ids, and each
 * resource is read as last written. The lists are read once for an import, since the ids of resources that it adds
 * follow from their places.
 */
export function createLookUp({ resources }: Pick<Deps, 'resources'>) {
  const chapters = new Map<string, Promise<Map<string, string[]>>>()

  return async function lookUp(lines: readonly CsvLine[]): Promise<Existing> {
    const named = lines.flatMap((line) => idOf(line) ?? [])
    const places = lines.flatMap((line) => (idOf(line) === null ? (readPlace(line) ?? []) : []))
    const listed = await Promise.all(places.map(listedIds))
    const ids = [...new Set([...named, ...listed.flat(), ...places.map((place) => placeId(place))])]
    const found = await resources.findMany(ids)
    const byPlace = Map.groupBy(found, placeKey)
    return {
      byId: new Map(found.map((resource) => [resource.id, resource])),
      inPlace: (place) => byPlace.get(placeKey(place)) ?? [],
    }
  }

  async function listedIds(place: Place): Promise<string[]> {
    const { track, theme, chapter } = place
    const key = JSON.stringify([track, theme, chapter])
    const list = chapters.get(key) ?? listChapter(place)
    chapters.set(key, list)
    return (await list).get(placeKey(place)) ?? []
  }

  async function listChapter({ track, theme, chapter }: Place): Promise<Map<string, string[]>> {
    const number = chapterNumber(track, theme, chapter)
    if (number === 0) return new Map()
    const listed = await resources.listChapter(track, theme, number)
    const ids = new Map<string, string[]>()
    for (const { id, ...each } of listed) {
      const key = placeKey({ track, theme, chapter, ...each })
      ids.set(key, [...(ids.get(key) ?? []), id])
    }
    return ids
  }
}

/** Returns the id of a resource that an import creates in a place. */
export function placeId(place: Place): string {
  return derivedId('import', placeKey(place))
}
