import type { ManagedSettings } from '#shared/contract/admin/settings.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Settings, SettingsView } from '#shared/entities/settings.ts'
import { writeAudited } from './audit-entry.ts'
import { inboxFolderLookup, inboxFolderPart } from './inbox.ts'
import { settingsKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, readOne, readTogether } from './table/read.ts'
import { putPart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/**
 * Reads and writes the site's settings, which are one item. What owners alone may see is not in it, since functions that
 * serve everyone read it.
 * @param first the settings until some are stored, and the values of fields that an older item lacks
 */
export function createSettings(table: Table, first: Settings) {
  const lookup: Lookup<SettingsView> = {
    key: settingsKey,
    parse: (item) => parseItem(SettingsView, { ...first, version: 0, ...item }),
  }

  const read = (): Promise<SettingsView> => readOne(table, lookup)

  /** Returns the settings in force with those that owners alone see, as last written. */
  async function readManaged(): Promise<ManagedSettings> {
    const [settings, inboxFolder] = await readTogether<[SettingsView, string | null]>(
      table,
      lookup,
      inboxFolderLookup,
    )
    return { ...settings, inboxFolder }
  }

  /** Puts settings in place of those read, which are one version older. Version 0 is never stored. */
  function replace(
    { version, ...before }: ManagedSettings,
    { inboxFolder, ...after }: Omit<ManagedSettings, 'version'>,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    const item = { ...settingsKey, ...after, version: version + 1 }
    return writeAudited(
      table,
      entry,
      putPart(table, item, { seen: { version: version === 0 ? undefined : version } }),
      ...(inboxFolder === before.inboxFolder ? [] : [inboxFolderPart(table, inboxFolder)]),
    )
  }

  return { lookup, read, readManaged, replace }
}
