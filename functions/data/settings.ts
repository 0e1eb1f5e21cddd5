import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Settings, SettingsView } from '#shared/entities/settings.ts'
import { auditParts } from './audit.ts'
import { settingsKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, readOne } from './table/read.ts'
import { putPart, type TransactionPart, type WriteResult, writeTogether } from './table/write.ts'

/**
 * Reads and writes the site's settings, which are one item.
 * @param first the settings until some are stored, and the values of fields that an older item lacks
 */
export function createSettings(table: Table, first: Settings) {
  /** Looks up the settings in force. */
  const lookup: Lookup<SettingsView> = {
    key: settingsKey,
    parse: (item) => parseItem(SettingsView, { ...first, version: 0, ...item }),
  }

  /** Returns the settings in force, as last written. */
  async function read(): Promise<SettingsView> {
    return readOne(table, lookup)
  }

  /** Puts settings in place of those read, which are one version older. */
  function replace(before: SettingsView, after: Settings, entry: AuditEntry): Promise<WriteResult> {
    const view = { ...after, version: before.version + 1 }
    return writeTogether(table, [settingsPart(table, view, before.version), ...auditParts(table, entry)])
  }

  return { lookup, read, replace }
}

export type SettingsStore = ReturnType<typeof createSettings>

/** Returns the write of settings, unless they have another version than was read. Version 0 is never stored. */
function settingsPart(table: Table, settings: SettingsView, seen: number): TransactionPart {
  const item = { ...settingsKey, ...settings }
  if (seen === 0) return putPart(table, item)
  return {
    Put: {
      TableName: table.name,
      Item: item,
      ConditionExpression: '#version = :seen',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':seen': seen },
    },
  }
}
