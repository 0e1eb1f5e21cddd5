import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { SelectField } from './field.tsx'

type TrackFieldProps = {
  hint?: string
  /** Null while none is chosen. */
  track: TrackCode | null
  disabled?: boolean
  onChoose: (track: TrackCode) => void
}

export function TrackField({ track, onChoose, ...rest }: TrackFieldProps) {
  return (
    <SelectField
      {...rest}
      label="Votre filière"
      value={track ?? ''}
      choices={Object.fromEntries(tracks.map(({ code, label }) => [code, label]))}
      onChange={({ target }) => onChoose(target.value as TrackCode)}
    >
      {track === null && <option value="">À choisir</option>}
    </SelectField>
  )
}
