import { useState } from 'react'
import { SelectField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { CsvSource } from './csv-source.tsx'
import { FolderSource } from './folder-source.tsx'
import type { SourceProps } from './import-job.ts'
import { ListSource } from './list-source.tsx'

const sources = {
  csv: { label: 'Un fichier CSV', Source: CsvSource },
  folder: { label: 'Un dossier Google Drive', Source: FolderSource },
  list: { label: 'Une liste de noms de fichiers', Source: ListSource },
} as const

/** Where the resources come from. */
export function ImportSources({ onChosen }: SourceProps) {
  const [chosen, setChosen] = useState<keyof typeof sources>('csv')
  const { Source } = sources[chosen]
  return (
    <Stack>
      <SelectField
        label="Importer depuis"
        value={chosen}
        onChange={({ target }) => setChosen(target.value as keyof typeof sources)}
      >
        {Object.entries(sources).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <Source onChosen={onChosen} />
    </Stack>
  )
}
