import * as v from 'valibot'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { BrokenDocument, contentFields, type FileContent } from '#shared/entities/file.ts'
import { documentLookup } from './documents.ts'
import { brokenKey, HEALTH, healthRoundKey, parseBrokenId } from './keys.ts'
import type { Table } from './table/client.ts'
import { queryAll } from './table/query.ts'
import { parseItem, readByKey, StoredKey } from './table/read.ts'
import { remove, update, updateIf, type WriteResult } from './table/write.ts'

const StoredBroken = v.omit(BrokenDocument, ['id'])

/** `cursor`: the position of the running round, null between two rounds. `checkedAt`: the end of the last round. */
const StoredRound = v.object({
  cursor: v.optional(v.nullable(v.string()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

export function createDocumentHealth(table: Table) {
  async function read() {
    const broken: BrokenDocument[] = []
    let round = v.parse(StoredRound, {})
    for (const item of await queryAll(table, { partition: HEALTH, isConsistent: true })) {
      const id = parseBrokenId(parseItem(StoredKey, item))
      if (id === undefined) round = parseItem(StoredRound, item)
      else broken.push({ id, ...parseItem(StoredBroken, item) })
    }
    return { broken, round }
  }

  const markBroken = ({ id, title, fault, detail, since }: BrokenDocument) =>
    update(table, brokenKey(id), { set: { title, fault, detail: detail ?? undefined }, setOnce: { since } })

  const clearBroken = (id: string) => remove(table, brokenKey(id))

  async function clearDeleted(): Promise<void> {
    const { broken } = await read()
    const lookups = broken.map(({ id }) => ({ id, ...documentLookup(id) }))
    const keys = lookups.map(({ key }) => key)
    const find = await readByKey(table, keys)
    for (const { id, key, parse } of lookups)
      if (parse(find(key))?.file.kind !== 'drive') await clearBroken(id)
  }

  /** Ignored when the document's reference was replaced or the document was deleted. */
  async function noteContent(document: Document, content: FileContent): Promise<WriteResult> {
    // A write would publish the pages again, and look at the document again.
    if (contentFields.every((field) => document[field] === content[field])) return 'written'
    const { id, storedVersion } = document
    const part = parseSubjectDocumentId(id)?.part ?? 'statement'
    const at = part === 'statement' ? '' : `${part}.`
    const { outcome } = await updateIf(table, documentLookup(id).key, {
      seen: { [`${at}version`]: storedVersion },
      set: Object.fromEntries(contentFields.map((field) => [`${at}${field}`, content[field] ?? undefined])),
    })
    return outcome === 'done' ? 'written' : 'conflict'
  }

  const saveCursor = (cursor: string) => update(table, healthRoundKey, { set: { cursor } })

  const endRound = (now: Date) =>
    update(table, healthRoundKey, { set: { checkedAt: now.toISOString(), cursor: undefined } })

  return { read, markBroken, clearBroken, clearDeleted, noteContent, saveCursor, endRound }
}
