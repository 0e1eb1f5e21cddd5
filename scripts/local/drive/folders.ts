import { DEMO_PREFIX, resourceFileId } from './demo-files.ts'

type FolderEntry = { id: string; name: string }

/** A folder as an owner shares it for an import: its files are named by what they are. */
export const DEMO_FOLDER_ID = `${DEMO_PREFIX}dossier-ondes-sm`

const FOLDERS: Readonly<Record<string, readonly FolderEntry[]>> = {
  [DEMO_FOLDER_ID]: ['2015', '2016', '2017', '2018', '2019'].flatMap((year) => [
    { id: fileIdOf(year, 'exercise'), name: `SM_Ondes_1_${year}_N_enonce.pdf` },
    { id: fileIdOf(year, 'correction'), name: `SM_Ondes_1_${year}_N_corrige.pdf` },
  ]),
}

/** The files of a folder by name; null when the Drive does not know it. */
export function filesIn(folderId: string): FolderEntry[] | null {
  const files = FOLDERS[folderId]
  return files ? files.toSorted((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true })) : null
}

/** `'<id>' in parents and …`: the folder that a search is about; null when it is about no single one. */
export function folderOfQuery(query: string | null): string | null {
  return /^'([\w-]+)' in parents\b/.exec(query ?? '')?.[1] ?? null
}

function fileIdOf(year: string, resourceType: 'exercise' | 'correction'): string {
  const topic = { track: 'SM', theme: 'ondes', chapter: 1, year, session: 'Normale', resourceType } as const
  return resourceFileId('pdf', topic, 'dossier')
}
