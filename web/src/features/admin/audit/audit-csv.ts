import { listAudit } from '#shared/contract/admin-security.ts'
import type { AuditItem } from '#shared/entities/audit-entry.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/dates.ts'
import type { CsvExport } from '../csv-button.tsx'
import { differencesText } from './audit-differences.ts'

const PAGE = 100
/** The newest lines; a hundred requests are enough for one press. */
const LINES = 10_000

/** The log as a file. */
export const auditCsv: CsvExport<AuditItem> = {
  name: 'journal-audit',
  limit: LINES,
  readPage: (cursor) => call(listAudit, { query: { limit: PAGE, ...(cursor && { cursor }) } }),
  columns: [
    ['Date/Heure', ({ createdAt }) => formatMoment(createdAt)],
    ['Admin', ({ adminEmail }) => adminEmail],
    ['Action', ({ actionType }) => actionType],
    ['Cible', ({ targetEmail }) => targetEmail],
    ['Détails', differencesText],
  ],
}
