import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Actor, AuditValues } from '#shared/entities/audit-entry.ts'
import { Settings, type SettingsView } from '#shared/entities/settings.ts'
import { auditEntry } from '../data/audit-entry.ts'
import type { SettingsStore } from '../data/settings.ts'
import type { Clock } from '../http/clock.ts'

export type UpdateSettingsDeps = { settings: SettingsStore; clock: Clock }

type Field = keyof Settings

/**
 * Puts settings in place of those whose version they carry, with one audit entry of the fields that differ. Settings that
 * are in force already are not written again.
 * @throws DomainError CONFLICT when they were changed since that version was read
 */
export async function updateSettings(
  { settings, clock }: UpdateSettingsDeps,
  actor: Actor,
  { version, ...wanted }: SettingsView,
): Promise<SettingsView> {
  const before = await settings.read()
  if (before.version !== version) throw new DomainError('CONFLICT')
  const fields = (Object.keys(Settings.entries) as Field[]).filter(
    (field) => !isDeepStrictEqual(before[field], wanted[field]),
  )
  if (fields.length === 0) return before
  const entry = auditEntry(actor, clock.now(), {
    action: 'UPDATE_SETTINGS',
    target: 'SETTINGS',
    before: pick(before, fields),
    after: pick(wanted, fields),
  })
  if (!(await settings.replace(before, wanted, entry))) throw new DomainError('CONFLICT')
  return { ...wanted, version: version + 1 }
}

function pick(settings: Settings, fields: readonly Field[]): AuditValues {
  return Object.fromEntries(fields.map((field) => [field, settings[field]]))
}
