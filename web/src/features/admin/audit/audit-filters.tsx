import { useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { auditActionLabels } from '#shared/entities/audit-entry.ts'
import { Day } from '#shared/entities/fields.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { DayPair, Tools } from '../list-parts.tsx'

const FILTERS = ['actor', 'action', 'target', 'from', 'to'] as const
const MAX_LENGTH = 254

/** The criteria by which the log is filtered; without any, the whole log is shown. */
export type AuditFilters = Partial<Record<(typeof FILTERS)[number], string>>

/** Keeps the filters in the address, so that they survive a reload, a bookmark and the back button. */
export function useAuditFilters(): AuditFilters {
  return readFilters(useSearchParams()[0])
}

function readFilters(fields: URLSearchParams | FormData): AuditFilters {
  const given = FILTERS.map((name) => {
    const text = fields.get(name)
    return [name, typeof text === 'string' ? text.trim().slice(0, MAX_LENGTH) : ''] as const
  })
  return Object.fromEntries(given.filter(([name, text]) => text !== '' && (!isTime(name) || v.is(Day, text))))
}

const isTime = (name: string) => name === 'from' || name === 'to'

type FormProps = {
  filters: AuditFilters
  /** The addresses of all actors in the log. */
  actors: readonly string[]
}

/** The fields of the filters; a change of the address fills them again. */
export function AuditFiltersForm({ filters, actors }: FormProps) {
  const [, setParams] = useSearchParams()
  const { actor, action, target, from, to } = filters
  return (
    <form
      aria-label="Filtres du journal"
      key={JSON.stringify(filters)}
      onSubmit={(event) => {
        event.preventDefault()
        setParams(readFilters(new FormData(event.currentTarget)))
      }}
    >
      <Tools>
        <TextField
          label="Cible"
          name="target"
          type="search"
          autoComplete="off"
          maxLength={MAX_LENGTH}
          defaultValue={target}
          placeholder="Adresse e-mail complète, ou identifiant"
        />
        <SelectField
          label="Admin"
          name="actor"
          defaultValue={actor ?? ''}
          choices={withCurrent(actors, actor)}
        >
          <option value="">Tous</option>
        </SelectField>
        <SelectField
          label="Action"
          name="action"
          defaultValue={action ?? ''}
          choices={
            action === undefined || Object.hasOwn(auditActionLabels, action)
              ? auditActionLabels
              : { [action]: action, ...auditActionLabels }
          }
        >
          <option value="">Toutes</option>
        </SelectField>
        <DayPair>
          <TextField label="Du" name="from" type="date" defaultValue={from} />
          <TextField label="Au" name="to" type="date" defaultValue={to} />
        </DayPair>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
        {Object.keys(filters).length > 0 && (
          <ButtonLink to={{ search: '' }} variant="quiet">
            Effacer les filtres
          </ButtonLink>
        )}
      </Tools>
    </form>
  )
}

/** An address may name a choice that does not exist, or no longer exists. */
function withCurrent(choices: readonly string[], current: string | undefined): readonly string[] {
  return current === undefined || choices.includes(current) ? choices : [current, ...choices]
}
