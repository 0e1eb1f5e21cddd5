import { isDeepStrictEqual } from 'node:util'
import { countFitting } from '#shared/domain/payload-limit.ts'
import type { Actor, AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import { auditEntry } from '../../data/audit-entry.ts'
import type { ResourceChange } from '../../data/resources.ts'
import { resourceValues } from '../document-fields.ts'

/** Limit of the values of an entry, in bytes of JSON. DynamoDB accepts items of 400 kB. */
const MAX_ENTRY_BYTES = 300_000

/** The logged values of one resource. */
type Line = { id: string; before: AuditValues; after: AuditValues }

/**
 * Returns the audit entries of a batch of an import: the values of each new resource, and the changed fields of the
 * others, by the ids of the resources. An entry that would be too large for an item is split.
 */
export function importEntries(actor: Actor, now: Date, changes: readonly ResourceChange[]): AuditEntry[] {
  const lines = changes.map(lineOf)
  const { created = [], updated = [] } = Object.groupBy(lines, ({ before }) =>
    before ? 'updated' : 'created',
  )
  return [
    ...splitBySize(created).map((part) =>
      auditEntry(actor, now, { ...summary('CREATE_RESOURCES', part), before: null }),
    ),
    ...splitBySize(updated).map((part) =>
      auditEntry(actor, now, { ...summary('UPDATE_RESOURCES', part), before: byId(part, 'before') }),
    ),
  ]
}

function lineOf({ before, after }: ResourceChange): Line {
  const values = resourceValues(after)
  if (!before) return { id: after.id, before, after: values }
  const earlier = resourceValues(before)
  // The title identifies the resource, also when it is unchanged.
  const names = Object.keys(values).filter(
    (name) => name === 'title' || !isDeepStrictEqual(earlier[name], values[name]),
  )
  const pick = (from: typeof values) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { id: after.id, before: pick(earlier), after: pick(values) }
}

function summary<Action extends AuditEntry['action']>(action: Action, lines: readonly Line[]) {
  const target = lines.length === 1 ? '1 ressource' : `${lines.length} ressources`
  return { action, target, after: byId(lines, 'after') }
}

const byId = (lines: readonly Line[], side: 'before' | 'after') =>
  Object.fromEntries(lines.map((line) => [line.id, line[side]]))

function splitBySize(lines: readonly Line[]): Line[][] {
  if (lines.length === 0) return []
  const texts = lines.map((line) => JSON.stringify(line))
  const count = Math.max(1, countFitting(texts, MAX_ENTRY_BYTES))
  return [lines.slice(0, count), ...splitBySize(lines.slice(count))]
}
