import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listFolder } from '#shared/contract/admin/documents.ts'
import { exportSubjects } from '#shared/contract/admin/subjects.ts'
import { RESOURCE_COLUMNS } from '#shared/domain/csv/resource-csv.ts'
import { validationMessages } from '#shared/entities/fields.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { call } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure.ts'
import { createCsv, saveCsv } from '#web/lib/csv-file.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames, Row, Stack } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Field, SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { readAll } from '../../csv-export.tsx'
import { CsvFileButton } from '../../csv-file-button.tsx'
import styles from './import.module.css'
import { createJobFromNames, type ImportJob, type ImportKind, NAME_HINT, readNameList } from './import-job.ts'
import { readCsv, readText, UnreadableFile } from './read-csv.ts'

type SourceProps = { onChosen: (job: ImportJob) => void }

const sourceLabels = {
  resources: 'Un fichier CSV',
  subjects: 'Un fichier CSV de sujets du bac',
  folder: 'Un dossier Google Drive',
  list: 'Une liste de noms de fichiers',
}

export function ImportSources({ onChosen }: SourceProps) {
  const [source, setSource] = useState<keyof typeof sourceLabels>('resources')
  return (
    <Stack>
      <SelectField
        label="Importer depuis"
        value={source}
        choices={sourceLabels}
        onChange={({ target }) => setSource(target.value as keyof typeof sourceLabels)}
      />
      {source === 'folder' ? (
        <FolderSource onChosen={onChosen} />
      ) : source === 'list' ? (
        <ListSource onChosen={onChosen} />
      ) : (
        <CsvSource key={source} kind={source} onChosen={onChosen} />
      )}
    </Stack>
  )
}

type CsvFormat = {
  hint: string
  template: string
  columns: readonly string[]
  example: Readonly<Record<string, string>>
}

// Owners give no id to a new resource.
const RESOURCE_TEMPLATE = RESOURCE_COLUMNS.filter((column) => column !== 'id')
const SUBJECT_EXAMPLE = {
  track: TRACK_CODES[0],
  year: '2024',
  session: 'Normale',
  file: 'adresse du sujet dans Google Drive',
  isFree: 'non',
  correction: 'adresse du corrigé, ou rien',
  video: 'adresse de la vidéo, ou rien',
}

const csvFormats: Record<ImportKind, CsvFormat> = {
  resources: {
    hint: "Même format que l'export\u00a0: une ligne de titres, puis une ressource par ligne, séparées par des points-virgules.",
    template: 'modele-import.csv',
    columns: RESOURCE_TEMPLATE,
    example: {
      track: TRACK_CODES[0],
      theme: 'ondes',
      chapter: '1',
      year: '2019',
      session: 'Normale',
      resourceType: 'exercise',
      type: 'pdf',
      title: 'Énoncé : Ondes mécaniques progressives - 2019 Normale',
      file: 'coming-soon',
      isFree: 'non',
    },
  },
  subjects: {
    hint: "Même format que l'export\u00a0: une ligne de titres, puis un sujet par ligne. Une colonne absente ne change rien\u00a0; une case vide retire le corrigé ou la vidéo.",
    template: 'modele-import-sujets.csv',
    columns: Object.keys(SUBJECT_EXAMPLE),
    example: SUBJECT_EXAMPLE,
  },
}

function CsvSource({ kind, onChosen }: SourceProps & { kind: ImportKind }) {
  const { hint, template, columns, example } = csvFormats[kind]
  const [isOver, setIsOver] = useState(false)
  const reading = useMutation({
    mutationFn: async (file: File) => ({ ...(await readCsv(file.name, await readText(file))), kind }),
    onSuccess: onChosen,
  })
  const saving = useMutation({
    mutationFn: async () =>
      saveCsv(template, await createCsv(columns, [columns.map((column) => example[column] ?? '')])),
  })
  const read = (files: FileList | null) => {
    const file = files?.[0]
    if (file) reading.mutate(file)
  }
  const { error } = reading
  const fault = error instanceof UnreadableFile ? error.message : "Ce fichier n'a pas pu être lu."
  return (
    <Stack>
      <Field
        label="Déposez un fichier CSV ici, ou choisissez-le"
        hint={hint}
        error={error ? withFrenchSpaces(fault) : undefined}
      >
        {(props) => (
          <input
            {...props}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            disabled={reading.isPending}
            className={classNames(styles.zone, isOver && styles.over)}
            onDragEnter={() => setIsOver(true)}
            onDragLeave={() => setIsOver(false)}
            onDrop={(event) => {
              event.preventDefault()
              setIsOver(false)
              read(event.dataTransfer.files)
            }}
            onChange={({ target }) => {
              read(target.files)
              // Without this, the browser would not report the same file again after it was corrected.
              target.value = ''
            }}
          />
        )}
      </Field>
      <Row>
        <Button variant="secondary" onClick={() => saving.mutate()} Icon={Download}>
          Télécharger un modèle
        </Button>
        {kind === 'subjects' && (
          <CsvFileButton
            label="Exporter les sujets (CSV)"
            name="sujets"
            done="Sujets exportés"
            failed="Erreur lors de l'export des sujets"
            route={exportSubjects}
          />
        )}
      </Row>
    </Stack>
  )
}

/** Drive may be slow with a large folder. */
const FOLDER_TIMEOUT_MS = 30_000

const folderTexts = {
  failed: "Le dossier n'a pas pu être lu. Veuillez réessayer.",
  // Without credentials of Google, the server finds no file.
  empty: "Ce dossier ne contient aucun fichier, ou ce site n'a pas accès à Google Drive.",
}

const FolderForm = v.object({ folder: v.pipe(v.string(), v.trim(), v.nonEmpty(validationMessages.required)) })

function FolderSource({ onChosen }: SourceProps) {
  const [count, setCount] = useState(0)
  const reading = useMutation({
    mutationFn: (folder: string) =>
      readAll(
        (cursor) => call(listFolder, { query: { folder, cursor } }, { timeoutMs: FOLDER_TIMEOUT_MS }),
        setCount,
      ),
    onMutate: () => setCount(0),
    onSuccess: (files) => {
      if (files.length > 0) onChosen(createJobFromNames('Dossier Google Drive', files))
    },
  })
  const fault = reading.error
    ? failureText(reading.error, folderTexts.failed)
    : reading.data?.length === 0 && folderTexts.empty
  return (
    <CheckedForm
      schema={FolderForm}
      submit="Lire le dossier"
      submitting={`Lecture en cours... (${count})`}
      isSubmitting={reading.isPending}
      onSubmit={({ folder }) => reading.mutate(folder)}
      message={fault && <Alert kind="error">{fault}</Alert>}
    >
      <TextField
        label="Adresse du dossier Google Drive"
        name="folder"
        required
        autoComplete="off"
        hint={`Le dossier doit être partagé avec le compte de service. ${NAME_HINT}`}
      />
    </CheckedForm>
  )
}

const ListForm = v.object({
  list: v.pipe(
    v.string(),
    v.transform(readNameList),
    v.check((files) => files.length > 0, validationMessages.required),
  ),
})

function ListSource({ onChosen }: SourceProps) {
  return (
    <CheckedForm
      schema={ListForm}
      submit="Lire la liste"
      submitting="Lecture en cours..."
      isSubmitting={false}
      onSubmit={({ list }) => onChosen(createJobFromNames('Liste de noms de fichiers', list))}
    >
      <TextArea
        label="Liste de fichiers"
        hint={`Une ligne par fichier\u00a0: son nom, un point-virgule, puis son adresse ou son identifiant. ${NAME_HINT}`}
        name="list"
        rows={6}
        spellCheck={false}
        required
      />
    </CheckedForm>
  )
}
