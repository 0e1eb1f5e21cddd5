import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { InboxFile, InboxSearch } from '#shared/entities/inbox-file.ts'
import { auditParts } from './audit.ts'
import { withoutNulls } from './items.ts'
import { INBOX, inboxFileKey, inboxFilePrefix, inboxFolderKey, inboxSearchKey } from './keys.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, queryAll, queryCount, readOne, StoredKey } from './table/read.ts'
import { putMany, type TransactionPart, updateIf, type WriteResult, writeTogether } from './table/write.ts'

const StoredFolder = v.object({ folder: v.string() })
const NO_SEARCH: InboxSearch = { searchedAt: null, fault: null, isCut: false }

/** Looks up the address of the inbox folder; null until the owner sets it. */
export const inboxFolderLookup: Lookup<string | null> = {
  key: inboxFolderKey,
  parse: (item) => (item ? parseItem(StoredFolder, item).folder : null),
}

/** Returns the write of the address of the inbox folder. */
export function inboxFolderPart({ name }: Table, folder: string | null): TransactionPart {
  if (folder === null) return { Delete: { TableName: name, Key: inboxFolderKey } }
  return { Put: { TableName: name, Item: { ...inboxFolderKey, folder } } }
}

/** The inbox: the address of its folder, its last search, and the files that it found. */
type Inbox = { folder: string | null; search: InboxSearch; files: InboxFile[] }

/** Reads and writes the files that owners put into their inbox folder in Drive. */
export function createInbox(table: Table) {
  const { client, name } = table

  /** Returns all of the inbox. One query: a search keeps some hundred files at most. */
  async function read(): Promise<Inbox> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :inbox',
      ExpressionAttributeValues: { ':inbox': INBOX },
      ConsistentRead: true,
    })
    const inbox: Inbox = { folder: null, search: NO_SEARCH, files: [] }
    for (const item of items) {
      const { sk } = parseItem(StoredKey, item)
      if (sk === inboxFolderKey.sk) inbox.folder = inboxFolderLookup.parse(item)
      else if (sk === inboxSearchKey.sk) inbox.search = parseItem(InboxSearch, item)
      else inbox.files.push(parseItem(InboxFile, item))
    }
    return inbox
  }

  /** Returns a received file, as last written, or null. */
  function find(fileId: string): Promise<InboxFile | null> {
    return readOne(table, {
      key: inboxFileKey(fileId),
      parse: (item) => (item ? parseItem(InboxFile, item) : null),
    })
  }

  /** Returns the number of files that wait for an owner's decision. One query. */
  function count(): Promise<number> {
    return queryCount(table, {
      KeyConditionExpression: 'pk = :inbox AND begins_with(sk, :files)',
      FilterExpression: 'attribute_not_exists(ignoredAt)',
      ExpressionAttributeValues: { ':inbox': INBOX, ':files': inboxFilePrefix },
    })
  }

  /**
   * Stores what a search found out about a file. A file that is known is changed only while it is there, since an owner
   * may have decided about it during the search. One conditional write.
   */
  async function note(file: InboxFile, { isKnown }: { isKnown: boolean }): Promise<void> {
    const { ignoredAt: _, ...found } = file
    const names = Object.keys(found)
    await updateIf(table, {
      Key: inboxFileKey(file.fileId),
      UpdateExpression: `SET ${names.map((each) => `#${each} = :${each}`).join(', ')}`,
      ConditionExpression: isKnown ? 'attribute_exists(pk)' : 'attribute_not_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map((each) => [`#${each}`, each])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(found).map(([each, value]) => [`:${each}`, value]),
      ),
    })
  }

  /** Removes a file that left the folder, or that a document has. One write. */
  async function remove(fileId: string): Promise<void> {
    await attempt(() => client.send(new DeleteCommand({ TableName: name, Key: inboxFileKey(fileId) })))
  }

  /** Returns the part of a transaction by which a file leaves the inbox for a document. */
  function leavingPart(fileId: string): TransactionPart {
    return {
      Delete: {
        TableName: name,
        Key: inboxFileKey(fileId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    }
  }

  /** Puts a file aside. One transaction; it is overtaken when the file is gone or put aside already. */
  function ignore({ fileId }: InboxFile, now: Date, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      {
        Update: {
          TableName: name,
          Key: inboxFileKey(fileId),
          UpdateExpression: 'SET ignoredAt = :now',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(ignoredAt)',
          ExpressionAttributeValues: { ':now': now.toISOString() },
        },
      },
      ...auditParts(table, entry),
    ])
  }

  /** Stores the end of a search. One write. */
  async function endSearch(search: InboxSearch): Promise<void> {
    const Item = { ...inboxSearchKey, ...search }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item })))
  }

  /** Writes a folder and received files over existing ones, for seeding. */
  async function putAll(folder: string, files: readonly InboxFile[]): Promise<void> {
    const items = files.map((file) => ({ ...inboxFileKey(file.fileId), ...withoutNulls(file) }))
    await putMany(table, [{ ...inboxFolderKey, folder }, ...items])
  }

  return { read, find, count, note, remove, leavingPart, ignore, endSearch, putAll }
}

export type InboxStore = ReturnType<typeof createInbox>
