import * as v from 'valibot'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { BrokenDocument, contentFields, type FileContent } from '#shared/entities/file.ts'
import { documentLookup } from './documents.ts'
import { brokenKey, HEALTH, healthRoundKey, parseBrokenId } from './keys.ts'
import type { Table } from './table/client.ts'
import { queryAll } from './table/query.ts'
import { keyText, parseItem, readBatch, StoredKey } from './table/read.ts'
import { remove, update, updateIf, type WriteResult } from './table/write.ts'

/** `cursor`: the position of the running round, null between two rounds. `checkedAt`: the end of the last round. */
type HealthRound = { cursor: string | null; checkedAt: string | null }

const StoredBroken = v.omit(BrokenDocument, ['id'])

const StoredRound = v.object({
  cursor: v.optional(v.nullable(v.string()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

export function createDocumentHealth(table: Table) {
  async function read(): Promise<{ broken: BrokenDocument[]; round: HealthRound }> {
    const broken: BrokenDocument[] = []
    let round: HealthRound = { cursor: null, checkedAt: null }
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
    // A batch may name a key only once, and several documents of a subject are one item.
    const keys = new Map(lookups.map(({ key }) => [keyText(key), key]))
    const items = await readBatch(table, [...keys.values()])
    const byKey = new Map(items.map((item) => [keyText(parseItem(StoredKey, item)), item]))
    for (const { id, key, parse } of lookups)
      if (parse(byKey.get(keyText(key)))?.file.kind !== 'drive') await clearBroken(id)
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

export type DocumentHealth = ReturnType<typeof createDocumentHealth>
