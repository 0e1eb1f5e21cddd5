import { LINE_END } from '#shared/domain/csv/csv-pages.ts'
import { managedResource } from '#shared/domain/documents/document-input.ts'
import { countFitting, jsonBytes, MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import { newestFirst } from '../../data/keys.ts'
import { encodeCursor } from '../../data/table/cursor.ts'
import { READ_BATCH_SIZE } from '../../data/table/read.ts'
import type { Deps } from '../../http/deps.ts'
import { csvHeader, csvRow, resourceFormat } from './csv.ts'

type ExportOptions = {
  /** The cursor of an earlier page; undefined for the first page. */
  cursor?: string | undefined
  /** Called before each batch but the first. Returns whether there is time for it. */
  mayGoOn: () => boolean
  /** Limit of the page, in bytes of JSON. */
  maxBytes?: number
}

/**
 * Exports resources as CSV for the import, newest first, as many as fit into one answer. Each page is a file;
 * `joinCsvPages` joins them. One query and one batch for every hundred.
 * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
 */
export async function exportResources(
  { resources }: Pick<Deps, 'resources'>,
  { cursor, mayGoOn, maxBytes = MAX_TEXT_BYTES }: ExportOptions,
): Promise<{ csv: string; nextCursor: string | null }> {
  const { columns } = resourceFormat
  const header = csvHeader(columns)
  const lines: string[] = []
  let bytes = jsonBytes(header)
  let next = cursor
  do {
    const { items, nextCursor } = await resources.listPage({ limit: READ_BATCH_SIZE, cursor: next })
    const rows = items.map((resource) => LINE_END + csvRow(columns, managedResource(resource)))
    const fitting = countFitting(rows, maxBytes - bytes)
    // A page without rows would be followed by itself.
    const count = lines.length === 0 ? Math.max(fitting, 1) : fitting
    lines.push(...rows.slice(0, count))
    const last = items[count - 1]
    if (count < rows.length)
      return {
        csv: header + lines.join(''),
        nextCursor: last ? encodeCursor(newestFirst(last)) : (next ?? null),
      }
    bytes += rows.reduce((sum, row) => sum + jsonBytes(row), 0)
    next = nextCursor ?? undefined
  } while (next !== undefined && mayGoOn())
  return { csv: header + lines.join(''), nextCursor: next ?? null }
}
