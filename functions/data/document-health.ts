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

/** `cursor`: how far the running round is, null between two rounds. `checkedAt`: when the last round ended. */
type HealthRound = { cursor: string | null; checkedAt: string | null }

const StoredBroken = v.omit(BrokenDocument, ['id'])

const StoredRound = v.object({
  cursor: v.optional(v.nullable(v.string()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

/** What the check of documents found. */
export function createDocumentHealth(table: Table) {
  const { client, name } = table

  /** Every document that was found broken, by id, and how far the round is. One query. */
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

  /** Notes a document as broken, over whatever was noted of it. One write. */
  async function markBroken({ id, title, fault, since }: BrokenDocument): Promise<void> {
    const item = { ...brokenKey(id), title, fault, since }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item: item })))
  }

  /** Takes a document off the list. One write. */
  async function clearBroken(id: string): Promise<void> {
    await attempt(() => client.send(new DeleteCommand({ TableName: name, Key: brokenKey(id) })))
  }

  /** Takes those off the list that exist no more. One query, one batch for every hundred, one write each. */
  async function clearDeleted(): Promise<void> {
    const { broken } = await read()
    const lookups = broken.map(({ id }) => ({ id, ...documentLookup(id) }))
    // Several documents of a subject are one item, and a batch names each once.
    const keys = new Map(lookups.map(({ key }) => [keyText(key), key]))
    const items = await readBatch(table, [...keys.values()])
    const byKey = new Map(items.map((item) => [keyText(parseItem(StoredKey, item)), item]))
    for (const { id, key, parse } of lookups)
      if (parse(byKey.get(keyText(key)))?.file.kind !== 'drive') await clearBroken(id)
  }

  /**
   * Notes the size of a document, unless its file was replaced or the document was deleted. One conditional write; the
   * document keeps its version, so that no cached copy and no reader's place in it is lost.
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

  /** Notes how far the running round is. One write. */
  async function saveCursor(cursor: string): Promise<void> {
    await update(table, {
      Key: healthRoundKey,
      UpdateExpression: 'SET #cursor = :cursor',
      ExpressionAttributeNames: { '#cursor': 'cursor' },
      ExpressionAttributeValues: { ':cursor': cursor },
    })
  }

  /** Ends the round. One write. */
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
