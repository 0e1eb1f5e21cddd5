import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { fileTypeLabels, resourceTypeLabels } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { checkReference } from '#shared/contract/admin/documents.ts'
import type { Input } from '#shared/contract/define-route.ts'
import { isNullWhenEmpty, isYesOrNo, RESOURCE_COLUMNS } from '#shared/domain/csv/resource-csv.ts'
import { INVALID_DRIVE_FILE, ResourceInput } from '#shared/domain/documents/document-input.ts'
import { parseDriveReference, parseFileReference } from '#shared/domain/documents/drive-reference.ts'
import { faultAdvice, faultText } from '#shared/domain/documents/fault-texts.ts'
import type { DocumentFault } from '#shared/entities/file.ts'
import { type FileType, resourceFieldLabels as labels } from '#shared/entities/resource.ts'
import { api } from '#web/lib/api/api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { firstPlace, PlaceFields, YearFields } from './place-fields.tsx'
import styles from './resources.module.css'

type ResourceFieldsProps = {
  values: ResourceInput
  /** True for a received file: it is the resource's file, and the title may be left to the server. */
  isReceived?: boolean
}

export function ResourceFields({ values, isReceived = false }: ResourceFieldsProps) {
  const [type, setType] = useState<FileType>(values.type)
  const [isFree, setIsFree] = useState(values.isFree)
  const isFreeVideo = isFree && type === 'video'
  return (
    <>
      <TextField
        label={labels.title}
        name="title"
        required={!isReceived}
        hint={
          isReceived
            ? "Vide\u00a0: d'après le chapitre, par exemple «\u00a0Énoncé\u00a0: Dipôle RC - 2024 Normale\u00a0»."
            : undefined
        }
        maxLength={200}
        defaultValue={values.title}
      />
      <TextField
        label="Description (facultative)"
        name="description"
        maxLength={2_000}
        defaultValue={values.description}
      />
      <div className={styles.columns}>
        <PlaceFields values={values} />
        <YearFields year={values.year} session={values.session} />
        <SelectField
          label="Type de ressource"
          name="resourceType"
          defaultValue={values.resourceType}
          choices={resourceTypeLabels}
        />
        {isReceived ? (
          <input type="hidden" name="type" value={type} />
        ) : (
          <SelectField
            label="Type de fichier"
            name="type"
            value={type}
            choices={fileTypeLabels}
            onChange={({ target }) => setType(target.value as FileType)}
          />
        )}
      </div>
      {!isReceived && (
        <DriveField
          label="Fichier (URL ou ID Google Drive)"
          name="file"
          required
          hint={`L'adresse complète du fichier, son identifiant, ${isFreeVideo ? 'une adresse YouTube, ' : ''}ou coming-soon s'il n'est pas encore prêt.`}
          defaultValue={values.file}
          type={type}
          isFile={(text) => parseFileReference(text, { isFreeVideo }) !== null}
        />
      )}
      {type === 'video' && (
        <DriveField
          label="Sous-titres (facultatifs, WebVTT)"
          name="captions"
          hint="L'adresse ou l'identifiant d'un fichier .vtt dans Google Drive."
          defaultValue={values.captions ?? ''}
          type="captions"
        />
      )}
      <Checkbox
        label="Ressource gratuite"
        name="isFree"
        checked={isFree}
        onChange={({ target }) => setIsFree(target.checked)}
      />
      {isFreeVideo && (
        <TextField
          label="Miniature (URL, facultative)"
          name="thumbnail"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="L'image montrée dans la page des vidéos gratuites."
          defaultValue={values.thumbnail ?? ''}
        />
      )}
    </>
  )
}

const CHECKBOXES = RESOURCE_COLUMNS.filter(isYesOrNo)
const OPTIONAL_TEXTS = RESOURCE_COLUMNS.filter(isNullWhenEmpty)

/** Converts the fields of the form to the route's input: an unchecked box sends nothing, an empty text is null. */
export function readResourceForm(fields: Record<string, string>): v.InferInput<typeof ResourceInput> {
  return {
    ...fields,
    ...Object.fromEntries(CHECKBOXES.map((name) => [name, name in fields])),
    ...Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, fields[name]?.trim() || null])),
  } as unknown as v.InferInput<typeof ResourceInput>
}

export function newResource(now = new Date(serverNow())): ResourceInput {
  return {
    // Fields with a default in the entity need no value here.
    ...(v.getDefaults(v.object(ResourceInput.entries)) as unknown as ResourceInput),
    title: '',
    ...firstPlace(TRACK_CODES[0]),
    year: String(now.getFullYear()),
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    file: '',
    isFree: false,
  }
}

type ReferenceType = Input<typeof checkReference.query>['type']

type DriveFieldProps = {
  label: string
  name: string
  hint: string
  defaultValue: string
  required?: boolean
  type: ReferenceType
  /** True when the text names a file. @default for a reference to a file in Drive */
  isFile?: (text: string) => boolean
}

const isInDrive = (text: string) => parseDriveReference(text) !== null

/** Checks the text, and looks the file up, when the field loses the focus. */
function DriveField({ type, defaultValue, isFile = isInDrive, ...rest }: DriveFieldProps) {
  const [reference, setReference] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <div>
      <TextField
        {...rest}
        defaultValue={defaultValue}
        autoComplete="off"
        error={isRefused ? INVALID_DRIVE_FILE : undefined}
        onChange={() => {
          setReference('')
          setRefused(false)
        }}
        onBlur={({ target }) => {
          const text = target.value.trim()
          setReference(isInDrive(text) ? text : '')
          setRefused(text !== '' && !isFile(text))
        }}
      />
      <p role="status" className={styles.finding}>
        {reference !== '' && <Finding file={reference} type={type} />}
      </p>
    </div>
  )
}

/** The name of the file or a warning; nothing while it is unknown (no credentials, no answer). */
function Finding({ file, type }: { file: string; type: ReferenceType }) {
  // The name is only a hint, which is not worth a second attempt.
  const { data, isPending } = useQuery({
    ...api(checkReference).queryOptions({ query: { file, type } }),
    retry: false,
  })
  if (isPending) return <>Vérification du fichier…</>
  if (!data || data.outcome === 'unknown') return null
  if (data.outcome === 'fine') return data.name && <>Fichier trouvé&nbsp;: {data.name}</>
  return (
    <strong className={styles.warning}>Attention&nbsp;: {warning(data.outcome, data.detail, type)}</strong>
  )
}

function warning(fault: DocumentFault, detail: string | null, type: ReferenceType): string {
  return type === 'captions' && fault === 'wrong-type'
    ? "N'est pas un fichier de sous-titres (WebVTT)"
    : `${faultText({ fault, detail })}. ${faultAdvice({ fault, detail })}`
}
