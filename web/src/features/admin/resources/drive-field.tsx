import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { type DocumentFault, documentFaultLabels } from '#shared/entities/broken-document.ts'
import { TextField } from '#web/ui/field.tsx'
import styles from './drive-field.module.css'
import { type ReferenceType, referenceQuery } from './requests/check-reference.ts'

type DriveFieldProps = {
  label: string
  name: string
  hint: string
  defaultValue: string
  required?: boolean
  error: string | undefined
  /** What the file has to be. */
  type: ReferenceType
}

/** A reference to a file of Drive; once it is left, Drive is asked whether the file is there. */
export function DriveField({ type, error, defaultValue, ...rest }: DriveFieldProps) {
  const [left, setLeft] = useState('')
  return (
    <div>
      <TextField
        {...rest}
        defaultValue={defaultValue}
        autoComplete="off"
        error={error}
        onChange={() => setLeft('')}
        onBlur={({ target }) => setLeft(parseDriveReference(target.value) ? target.value.trim() : '')}
      />
      <p role="status" className={styles.word}>
        {left !== '' && <DriveWord file={left} type={type} />}
      </p>
    </div>
  )
}

/** What Drive says of the file; nothing while it is unknown (no credentials, no answer). */
function DriveWord({ file, type }: { file: string; type: ReferenceType }) {
  const { data } = useQuery(referenceQuery(file, type))
  if (!data || data.outcome === 'unknown') return null
  if (data.outcome === 'fine') return data.name && <>Fichier trouvé : {data.name}</>
  return <strong className={styles.warning}>Attention : {warning(data.outcome, type)}</strong>
}

function warning(fault: DocumentFault, type: ReferenceType): string {
  return type === 'captions' && fault === 'wrong-type'
    ? "N'est pas un fichier de sous-titres (WebVTT)"
    : documentFaultLabels[fault]
}
