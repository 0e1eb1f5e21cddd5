import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { BrokenDocument } from '#shared/entities/broken-document.ts'
import type { DocumentSize } from '#shared/entities/file.ts'
import { documentLookup } from './documents.ts'
import { brokenKey, HEALTH, healthRoundKey, parseBrokenId } from './keys.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { keyText, parseItem, queryAll, readBatch, StoredKey } from './table/read.ts'
import { update, updateIf, type WriteResult } from './table/write.ts'

/** `cursor`: the position of the running round, null between two rounds. `checkedAt`: the end of the last round. */
type HealthRound = { cursor: string | null; checkedAt: string | null }

const StoredBroken = v.omit(BrokenDocument, ['id'])

const StoredRound = v.object({
  cursor: v.optional(v.nullable(v.string()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

/** Reads and writes the findings of the check of documents. */
export function createDocumentHealth(table: Table) {
  const { client, name } = table

  /** Returns every broken document, by id, and the state of the round. One query. */
  async function read(): Promise<{ broken: BrokenDocument[]; round: HealthRound }> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :health',
      ExpressionAttributeValues: { ':health': HEALTH },
      ConsistentRead: true,
    })
    const broken: BrokenDocument[] = []
    let round: HealthRound = { cursor: null, checkedAt: null }
    for (const item of items) {
      const id = parseBrokenId(parseItem(StoredKey, item))
      if (id === undefined) round = parseItem(StoredRound, item)
      else broken.push({ id, ...parseItem(StoredBroken, item) })
    }
    return { broken, round }
  }

  /** Stores a document as broken, in place of an earlier finding. One write. */
  async function markBroken({ id, title, fault, since }: BrokenDocument): Promise<void> {
    const item = { ...brokenKey(id), title, fault, since }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item: item })))
  }

  /** Removes a document from the list of broken ones. One write. */
  async function clearBroken(id: string): Promise<void> {
    await attempt(() => client.send(new DeleteCommand({ TableName: name, Key: brokenKey(id) })))
  }

  /**
   * Removes the documents that no longer exist from the list. One query, one batch for every hundred, one write each.
   */
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

  /**
   * Stores the size of a document, unless its file was replaced or the document was deleted. One conditional write; the
   * document keeps its version, so that cached copies and readers' positions stay valid.
   */
  async function noteSize({ id, version }: Document, { size, pages }: DocumentSize): Promise<WriteResult> {
    const part = parseSubjectDocumentId(id)?.part ?? 'statement'
    const at = part === 'statement' ? '' : `${part}.`
    const { outcome } = await updateIf(table, {
      Key: documentLookup(id).key,
      UpdateExpression: `SET ${at}#size = :size, ${at}pages = :pages`,
      ConditionExpression: `${at}#version = :seen`,
      ExpressionAttributeNames: { '#size': 'size', '#version': 'version' },
      ExpressionAttributeValues: { ':size': size, ':pages': pages, ':seen': version },
    })
    return outcome === 'done' ? 'written' : 'overtaken'
  }

  /** Stores the position of the running round. One write. */
  async function saveCursor(cursor: string): Promise<void> {
    await update(table, {
      Key: healthRoundKey,
      UpdateExpression: 'SET #cursor = :cursor',
      ExpressionAttributeNames: { '#cursor': 'cursor' },
      ExpressionAttributeValues: { ':cursor': cursor },
    })
  }

  async function endRound(now: Date): Promise<void> {
    await update(table, {
      Key: healthRoundKey,
      UpdateExpression: 'SET checkedAt = :now REMOVE #cursor',
      ExpressionAttributeNames: { '#cursor': 'cursor' },
      ExpressionAttributeValues: { ':now': now.toISOString() },
    })
  }

  return { read, markBroken, clearBroken, clearDeleted, noteSize, saveCursor, endRound }
}

export type DocumentHealth = ReturnType<typeof createDocumentHealth>
