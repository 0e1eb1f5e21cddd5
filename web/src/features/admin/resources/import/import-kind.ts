import { chapterTitle, type TrackCode } from '#shared/catalogue/tracks.ts'
import { importResources } from '#shared/contract/admin/resources.ts'
import { importSubjects } from '#shared/contract/admin/subjects.ts'
import { importMessages, PLACE_FIELDS } from '#shared/domain/csv/resource-csv.ts'
import { resourceFieldLabels } from '#shared/entities/resource.ts'
import { subjectFieldLabels } from '#shared/entities/subject.ts'

type Cell = (column: string) => string

type Kind = {
  route: typeof importResources | typeof importSubjects
  /** The labels of the columns, as in the form. */
  columnLabels: Partial<Record<string, string>>
  /** Returns a key that two lines about the same thing share. */
  lineKey: (cell: Cell) => string
  /** The server's message about a line that repeats an earlier one. */
  doubled: (line: number) => string
  /** Words for the outcomes of an import; `counted` puts them into the plural. */
  outcomes: { created: string; updated: string; unchanged: string }
}

export type ImportKind = 'resources' | 'subjects'

/** The differences between the kinds of import. */
export const importKinds: Record<ImportKind, Kind> = {
  resources: {
    route: importResources,
    columnLabels: {
      ...resourceFieldLabels,
      id: 'Identifiant',
      resourceType: 'Type de ressource',
      type: 'Type de fichier',
    },
    lineKey: resourceKey,
    doubled: importMessages.doubled,
    outcomes: { created: 'ressource créée', updated: 'ressource modifiée', unchanged: 'ressource inchangée' },
  },
  subjects: {
    route: importSubjects,
    columnLabels: subjectFieldLabels,
    lineKey: (cell) => JSON.stringify(['track', 'year', 'session'].map(cell)),
    doubled: importMessages.doubledSubject,
    outcomes: { created: 'sujet créé', updated: 'sujet modifié', unchanged: 'sujet inchangé' },
  },
}

function resourceKey(cell: Cell): string {
  const id = cell('id')
  if (id !== '') return id
  const [track, theme, chapter] = PLACE_FIELDS.map(cell)
  const title = chapterTitle(track as TrackCode, theme ?? '', Number(chapter))
  return JSON.stringify(
    PLACE_FIELDS.map((column) => (column === 'chapter' ? (title ?? chapter) : cell(column))),
  )
}
