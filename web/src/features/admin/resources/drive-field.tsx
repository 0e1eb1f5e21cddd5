import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkReference } from '#shared/contract/admin/documents.ts'
import type { Input } from '#shared/contract/route.ts'
import { INVALID_DRIVE_FILE } from '#shared/domain/documents/document-input.ts'
import { parseDriveReference } from '#shared/domain/documents/drive-reference.ts'
import { type DocumentFault, documentFaultLabels } from '#shared/entities/broken-document.ts'
import { api } from '#web/lib/api/api.ts'
import { TextField } from '#web/ui/field.tsx'
import styles from './resources.module.css'

type ReferenceType = Input<typeof checkReference.query>['type']

type DriveFieldProps = {
  label: string
  name: string
  hint: string
  defaultValue: string
  required?: boolean
  /** The expected kind of file. */
  type: ReferenceType
  /** True when the text names a file. @default for a reference to a file in Drive */
  isFile?: (text: string) => boolean
}

const isInDrive = (text: string) => parseDriveReference(text) !== null

/**
 * A field for a reference to a file in Drive; when it loses the focus, the text is checked and the server looks the
 * file up.
 */
export function DriveField({ type, defaultValue, isFile = isInDrive, ...rest }: DriveFieldProps) {
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
  const { data } = useQuery({ ...api(checkReference).queryOptions({ query: { file, type } }), retry: false })
  if (!data || data.outcome === 'unknown') return null
  if (data.outcome === 'fine') return data.name && <>Fichier trouvé : {data.name}</>
  return <strong className={styles.warning}>Attention : {warning(data.outcome, type)}</strong>
}

function warning(fault: DocumentFault, type: ReferenceType): string {
  return type === 'captions' && fault === 'wrong-type'
    ? "N'est pas un fichier de sous-titres (WebVTT)"
    : documentFaultLabels[fault]
}
