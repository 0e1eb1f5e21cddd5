import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { csvOf } from '../../csv.ts'
import { saveText } from '../../save-text.ts'
import { DropZone } from './drop-zone.tsx'
import type { SourceProps } from './import-job.ts'
import { readCsv, textOf, UnreadableFile } from './read-csv.ts'

/** A line of the format, to be written over. */
const EXAMPLE = {
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: '1',
  year: '2019',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  title: 'Énoncé : Ondes mécaniques progressives - 2019 Normale',
  description: '',
  file: 'coming-soon',
  isFree: 'non',
  thumbnail: '',
  captions: '',
}

/** A file in the format of the export. */
export function CsvSource({ onChosen }: SourceProps) {
  const reading = useMutation({
    mutationFn: async (file: File) => readCsv(file.name, await textOf(file)),
    onSuccess: onChosen,
  })
  const template = useMutation({
    mutationFn: async () =>
      saveText(
        'modele-import.csv',
        await csvOf(Object.keys(EXAMPLE), [Object.values(EXAMPLE)]),
        'text/csv;charset=utf-8',
      ),
  })
  const { error } = reading
  return (
    <Stack>
      <DropZone
        label="Déposez un fichier CSV ici, ou choisissez-le"
        hint="Même format que l'export : une ligne de titres, puis une ressource par ligne, séparées par des points-virgules."
        error={error ? faultOf(error) : undefined}
        accept=".csv,text/csv"
        disabled={reading.isPending}
        onFile={(file) => reading.mutate(file)}
      />
      <div>
        <Button variant="secondary" onClick={() => template.mutate()}>
          <Download size={18} aria-hidden="true" />
          Télécharger un modèle
        </Button>
      </div>
    </Stack>
  )
}

function faultOf(error: Error): string {
  return error instanceof UnreadableFile ? error.message : "Ce fichier n'a pas pu être lu."
}
