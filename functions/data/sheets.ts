import * as v from 'valibot'
import type { Chapter } from '#shared/domain/chapter.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Sheet } from '#shared/entities/sheet.ts'
import { writeAudited } from './audit.ts'
import { SHEETS, sheetKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { listPartition } from './table/query.ts'
import { putPart, removePart, updatePart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

const sheetKind = kind({ schema: Sheet, key: sheetKey, id: (sheet: Sheet): Chapter => sheet })

const Published = v.omit(Sheet, ['markdown', 'version', 'createdAt'])
export type PublishedSheet = v.InferOutput<typeof Published>
const Listed = v.omit(Published, ['html'])

/** At most one sheet for each chapter; the table's stream publishes a change. */
export function createSheets(table: Table) {
  const listPublished = () =>
    listPartition(table, Published, { partition: SHEETS, attributes: Object.keys(Published.entries) })

  const list = () =>
    listPartition(table, Listed, { partition: SHEETS, attributes: Object.keys(Listed.entries) })

  /** Null on either side stands for no sheet. */
  function replace(before: Sheet | null, after: Sheet | null, entry: AuditEntry): Promise<WriteResult> {
    const { item } = sheetKind
    return writeAudited(
      table,
      entry,
      ...(before && after ? [updatePart(table, sheetKind, { before, after })] : []),
      ...(before && !after ? [removePart(table, item(before))] : []),
      ...(!before && after ? [putPart(table, item(after))] : []),
    )
  }

  return {
    find: (chapter: Chapter) => sheetKind.find(table, chapter),
    listPublished,
    list,
    replace,
    putAll: (sheets: readonly Sheet[]) => sheetKind.putAll(table, sheets),
  }
}
