import type { InboxFile, Likeness, Lookalike } from '../../entities/inbox-file.ts'
import type { FileType } from '../../entities/resource.ts'
import { type Place, placeKey } from '../csv/resource-csv.ts'
import { foldText } from '../fold-text.ts'
import type { Document } from './document.ts'
import { namedResource } from './file-name.ts'

export type KnownDocument = Pick<Document, 'title' | 'fileName' | 'type' | 'size'> & { place: Place | null }

/** More would hide the decision. */
const MOST_SHOWN = 3

/** The same size and type, the same name, or the place in a chapter that the file's name describes. */
export function createLookalikeSearch(documents: readonly KnownDocument[]) {
  const bySize = Map.groupBy(documents, ({ type, size }) => sizeKey(type, size))
  const byName = Map.groupBy(documents, ({ fileName }) => foldName(fileName))
  const byPlace = Map.groupBy(documents, ({ place }) => place && placeKey(place))

  return ({ name, size, guess }: Pick<InboxFile, 'name' | 'size' | 'guess'>): Lookalike[] => {
    const found = new Map<string, Lookalike>()
    const add = (by: Likeness, alike: readonly KnownDocument[] = []) => {
      for (const { title } of alike) if (!found.has(title)) found.set(title, { by, title })
    }
    if (size) add('size', bySize.get(sizeKey(guess.type, size)))
    if (foldName(name) !== '') add('name', byName.get(foldName(name)))
    const place = namedResource(guess)
    if (place) add('place', byPlace.get(placeKey(place)))
    return [...found.values()].slice(0, MOST_SHOWN)
  }
}

export function findDoubles(
  files: readonly Pick<InboxFile, 'fileId' | 'name' | 'size'>[],
): Map<string, string[]> {
  const bySize = Map.groupBy(files, ({ size }) => size)
  const byName = Map.groupBy(files, ({ name }) => foldName(name))
  return new Map(
    files.map(({ fileId, name, size }) => {
      const alike = [
        ...(size ? (bySize.get(size) ?? []) : []),
        ...(foldName(name) === '' ? [] : (byName.get(foldName(name)) ?? [])),
      ]
      const others = alike.filter((file) => file.fileId !== fileId)
      return [fileId, [...new Set(others.map((file) => file.name))].slice(0, MOST_SHOWN)]
    }),
  )
}

/** Returns a name without its ending, its signs and the marks of a copy: 'Copie de SM-2023 (1).pdf' gives 'sm2023'. */
function foldName(name: string): string {
  return foldText(name)
    .replace(/\.[a-z\d]{2,4}$/, '')
    .replace(/^(?:copie de|copy of) /, '')
    .replace(/ ?\(\d+\)$/, '')
    .replace(/[^a-z\d]/g, '')
}

function sizeKey(type: FileType | null, size: number | null): string {
  return `${type} ${size}`
}
