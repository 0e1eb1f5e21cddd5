import * as v from 'valibot'
import type { Chapter } from '#shared/domain/chapter.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Sheet } from '#shared/entities/sheet.ts'
import { auditParts } from './audit.ts'
import { SHEETS, sheetKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll, readOne } from './table/read.ts'
import { type StoredItem } from './table/table-shape.ts'
import { deletePart, putMany, putPart, updatePart, type WriteResult, writeTogether } from './table/write.ts'

const fieldsOf = (schema: { entries: object }) => Object.keys(schema.entries)

/** A sheet as its page shows it, and as the owners' list names it. */
const Published = v.omit(Sheet, ['markdown', 'version', 'createdAt'])
export type PublishedSheet = v.InferOutput<typeof Published>
const Listed = v.omit(Published, ['html'])

/**
 * Reads and writes the revision sheets, at most one for each chapter. A change is one transaction with its audit entry;
 * the table's stream publishes it.
 */
export function createSheets(table: Table) {
  /** Returns the sheet of a chapter, as last written. */
  async function find(chapter: Chapter): Promise<Sheet | null> {
    return readOne(table, {
      key: sheetKey(chapter),
      parse: (item) => (item ? parseItem(Sheet, item) : null),
    })
  }

  /** Returns every sheet as pages show it. One query with a projection for each megabyte of sheets. */
  async function listPublished(): Promise<PublishedSheet[]> {
    return (await queryAll(table, allSheets(Published))).map((item) => parseItem(Published, item))
  }

  /** Names the chapters that have a sheet. One query with a projection for each megabyte of sheets. */
  async function list(): Promise<v.InferOutput<typeof Listed>[]> {
    return (await queryAll(table, allSheets(Listed))).map((item) => parseItem(Listed, item))
  }

  /** Puts a sheet in place of what was read, or removes it: null on either side stands for none. */
  async function replace(before: Sheet | null, after: Sheet | null, entry: AuditEntry): Promise<WriteResult> {
    const parts = [
      ...(before && after ? [updatePart(table, sheetItem(before), sheetItem(after))] : []),
      ...(before && !after ? [deletePart(table, sheetItem(before))] : []),
      ...(!before && after ? [putPart(table, sheetItem(after))] : []),
    ]
    return writeTogether(table, [...parts, ...auditParts(table, entry)])
  }

  /** Writes sheets over existing ones, for seeding. */
  async function putAll(sheets: readonly Sheet[]): Promise<void> {
    await putMany(table, sheets.map(sheetItem))
  }

  return { find, listPublished, list, replace, putAll }
}

export type Sheets = ReturnType<typeof createSheets>

function sheetItem(sheet: Sheet): StoredItem {
  return { ...sheetKey(sheet), ...sheet }
}

function allSheets(schema: { entries: object }) {
  const names = fieldsOf(schema)
  return {
    KeyConditionExpression: 'pk = :sheets',
    ExpressionAttributeValues: { ':sheets': SHEETS },
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  }
}
