import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { parseFileName } from '#shared/domain/file-name.ts'
import { PLACE_FIELDS } from '#shared/domain/resource-csv.ts'
import { resourceTitle } from '#shared/entities/resource.ts'
import type { ImportJob } from './import-job.ts'

/** A file and the name that says what it is. */
export type NamedFile = { name: string; file: string }

const COLUMNS = [...PLACE_FIELDS, 'title', 'file']

/** How a file has to be named, for those who name them. */
export const NAME_HINT = `Les fichiers se nomment filière_thème_chapitre_année_session_genre, par exemple ${TRACK_CODES[0]}_Ondes_1_2019_N_enonce.pdf.`

/** The lines that the names of files speak of, such as 'SM_Ondes_1_2019_N_enonce.pdf'. */
export function jobOfNames(source: string, files: readonly NamedFile[]): ImportJob {
  const read = files.map((each) => ({ ...each, parsed: parseFileName(each.name) }))
  return {
    name: source,
    columns: COLUMNS,
    lines: read.flatMap(({ name, file, parsed }) => {
      if (!parsed) return []
      const place = PLACE_FIELDS.map((field) => parsed[field])
      return [{ place: name, cells: [...place, resourceTitle(parsed), file] }]
    }),
    unreadable: read
      .filter(({ parsed }) => !parsed)
      .map(({ name }) => ({ place: name, message: 'Nom de fichier non reconnu' })),
  }
}

/** A pasted list: on each line a name, then the file's id or address, divided by ';', a tab or ','. */
export function readNameList(text: string): NamedFile[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const divider = [';', '\t', ','].find((sign) => line.includes(sign))
    const at = divider === undefined ? line.length : line.indexOf(divider)
    const name = line.slice(0, at).trim()
    return name === '' ? [] : [{ name, file: line.slice(at + 1).trim() }]
  })
}
