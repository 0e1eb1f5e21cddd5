import { type DragEvent, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import styles from './drop-zone.module.css'

type DropZoneProps = {
  label: string
  hint: string
  error: string | undefined
  accept: string
  disabled: boolean
  onFile: (file: File) => void
}

/** A file field so large that a file is easily dropped on it. */
export function DropZone({ accept, disabled, onFile, ...wiring }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <Field {...wiring}>
      {(props) => (
        <input
          {...props}
          type="file"
          accept={accept}
          disabled={disabled}
          className={classNames(styles.zone, isOver && styles.over)}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // The same file may be chosen again once it is corrected.
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}
