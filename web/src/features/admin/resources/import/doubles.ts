import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { importMessages } from '#shared/domain/import-messages.ts'
import { PLACE_FIELDS } from '#shared/domain/resource-csv.ts'
import type { ImportJob, ImportLine } from './import-job.ts'

/**
 * Takes lines out that tell of the same resource as an earlier one. The server finds them among the lines of one call;
 * a long file goes in several.
 */
export function withoutDoubles(job: ImportJob): ImportJob {
  const seen = new Map<string, ImportLine>()
  const lines: ImportLine[] = []
  const unreadable = [...job.unreadable]
  for (const line of job.lines) {
    const key = keyOf(job.columns, line)
    const earlier = seen.get(key)
    if (earlier) unreadable.push({ place: line.place, message: sameAs(earlier) })
    else {
      seen.set(key, line)
      lines.push(line)
    }
  }
  return { ...job, lines, unreadable }
}

/** 'Même ressource que la ligne 12', or the name of the file. */
export function sameAs({ place }: ImportLine): string {
  const number = /^Ligne (\d+)$/.exec(place)?.[1]
  return number === undefined ? `Même ressource que ${place}` : importMessages.doubled(Number(number))
}

function keyOf(columns: readonly string[], { cells }: ImportLine): string {
  const cell = (column: string) => cells[columns.indexOf(column)]?.trim() ?? ''
  const id = cell('id')
  if (id !== '') return id
  const [track, theme, chapter] = PLACE_FIELDS.map(cell)
  const title = chapterTitle(track as TrackCode, theme ?? '', Number(chapter))
  return JSON.stringify(
    PLACE_FIELDS.map((column) => (column === 'chapter' ? (title ?? chapter) : cell(column))),
  )
}
