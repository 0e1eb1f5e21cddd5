import * as v from 'valibot'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { InboxFile, InboxSearch } from '#shared/entities/inbox-file.ts'
import { writeAudited } from './audit.ts'
import { INBOX, inboxFileKey, inboxFilePrefix, inboxFolderKey, inboxSearchKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { countPartition, queryAll } from './table/query.ts'
import { type Lookup, parseItem, StoredKey } from './table/read.ts'
import { changePart, deletePart, putPart, type TransactionPart } from './table/transaction.ts'
import { put, putMany, remove, updateIf, type WriteResult } from './table/write.ts'

const StoredFolder = v.object({ folder: v.string() })
const NO_SEARCH: InboxSearch = { searchedAt: null, fault: null, isCut: false }

export const inboxFolderLookup: Lookup<string | null> = {
  key: inboxFolderKey,
  parse: (item) => (item ? parseItem(StoredFolder, item).folder : null),
}

export function inboxFolderPart(table: Table, folder: string | null): TransactionPart {
  if (folder === null) return deletePart(table, inboxFolderKey)
  return putPart(table, { ...inboxFolderKey, folder }, {})
}

const inboxFileKind = kind({ schema: InboxFile, key: inboxFileKey, id: ({ fileId }) => fileId })

type Inbox = { folder: string | null; search: InboxSearch; files: InboxFile[] }

export function createInbox(table: Table) {
  /** Returns all of the inbox. One query: a search keeps some hundred files at most. */
  async function read(): Promise<Inbox> {
    const inbox: Inbox = { folder: null, search: NO_SEARCH, files: [] }
    for (const item of await queryAll(table, { partition: INBOX, isConsistent: true })) {
      const { sk } = parseItem(StoredKey, item)
      if (sk === inboxFolderKey.sk) inbox.folder = inboxFolderLookup.parse(item)
      else if (sk === inboxSearchKey.sk) inbox.search = parseItem(InboxSearch, item)
      else inbox.files.push(inboxFileKind.parse(item))
    }
    return inbox
  }

  function count(): Promise<number> {
    const filter = { seen: { ignoredAt: undefined } }
    return countPartition(table, { partition: INBOX, prefix: inboxFilePrefix, filter })
  }

  /**
   * A file that is known is changed only while it is there, since an owner may have decided about it during the search.
   */
  async function note(file: InboxFile, { isKnown }: { isKnown: boolean }): Promise<void> {
    const { ignoredAt: _, ...found } = file
    await updateIf(table, inboxFileKey(file.fileId), { set: found, exists: isKnown })
  }

  /** Removes a file that left the folder, or that a document has. */
  const removeFile = (fileId: string) => remove(table, inboxFileKey(fileId))

  const leavingPart = (fileId: string) => deletePart(table, inboxFileKey(fileId), { exists: true })

  /** It conflicts when the file is gone or put aside already. */
  function ignore({ fileId }: InboxFile, now: Date, entry: AuditEntry): Promise<WriteResult> {
    const change = { exists: true, seen: { ignoredAt: undefined }, set: { ignoredAt: now.toISOString() } }
    return writeAudited(table, entry, changePart(table, inboxFileKey(fileId), change))
  }

  const endSearch = (search: InboxSearch) => put(table, { ...inboxSearchKey, ...search })

  const putAll = (folder: string, files: readonly InboxFile[]) =>
    putMany(table, [{ ...inboxFolderKey, folder }, ...files.map(inboxFileKind.item)])

  return {
    read,
    find: (fileId: string) => inboxFileKind.find(table, fileId),
    count,
    note,
    remove: removeFile,
    leavingPart,
    ignore,
    endSearch,
    putAll,
  }
}
