import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { daysBefore, moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Report, type ReportState } from '#shared/entities/report.ts'
import { correctedOnField } from '#shared/entities/subject.ts'
import { accountDayPart } from './account-days.ts'
import { auditParts } from './audit-entry.ts'
import { documentLookup } from './documents.ts'
import { newestFirst, reportKey, reportPrefix, reportsPartition, userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import type { PageQuery } from './table/cursor.ts'
import { kind } from './table/kind.ts'
import { listByAge } from './table/list-by-age.ts'
import { countPartition, listPartition } from './table/query.ts'
import { tableShape } from './table/table-shape.ts'
import {
  changePart,
  failedParts,
  putPart,
  type TransactionPart,
  updatePart,
  writeTogether,
} from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** Most reports of one account on one Moroccan day. */
const REPORTS_PER_DAY = 10

const reportKind = kind({
  schema: Report,
  key: reportKey,
  id: ({ id }) => id,
  derived: (report) => ({
    gsi1pk: reportsPartition(report.state),
    gsi1sk: newestFirst(report),
    expiresAt: Date.parse(daysBefore(report.createdAt.slice(0, 10), -LONGEST_RETENTION.reports)) / 1_000,
  }),
})

/** Reads and writes the errors that students have reported. They are items of the account and are deleted with it. */
export function createReports(table: Table) {
  const { newest } = tableShape.indexes

  const find = (id: string) => reportKind.find(table, id)

  async function listOwn(userId: string): Promise<Report[]> {
    const own = { partition: userKey(userId).pk, prefix: reportPrefix }
    const reports = await listPartition(table, Report, own)
    return reports.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  const listNewest = ({ state, ...query }: PageQuery & { state: ReportState }) =>
    listByAge(table, { kind: reportKind, partition: reportsPartition(state) }, query)

  const count = (state: ReportState) =>
    countPartition(table, { index: newest, partition: reportsPartition(state) })

  /**
   * Adds a report and counts it in its account's day. One transaction.
   * @returns the stored report, which is the first one when it is a repetition
   * @throws DomainError TOO_MANY_REQUESTS at the limit of the day
   */
  async function add(userId: string, report: Report, now: Date): Promise<Report> {
    const result = await writeTogether(table, [
      putPart(table, reportKind.item(report)),
      accountDayPart(table, userId, moroccanDay(now), { counter: 'reports', most: REPORTS_PER_DAY }),
    ])
    if (result === 'written') return report
    const stored = await find(report.id)
    if (stored) return stored
    throw new DomainError('TOO_MANY_REQUESTS', {
      retryAfterSeconds: secondsToNextDay(now),
      detail: `Vous avez envoyé ${REPORTS_PER_DAY} signalements aujourd'hui. Réessayez demain.`,
    })
  }

  /** @param correctedOn the new date of correction that its document shows; null leaves it as it is */
  async function replace(
    before: Report,
    after: Report,
    entry: AuditEntry,
    correctedOn: string | null,
  ): Promise<WriteResult> {
    const parts = [
      updatePart(table, reportKind.item(before), reportKind.item(after)),
      ...auditParts(table, entry),
    ]
    const document = correctedOn === null ? [] : [correctedPart(table, before.documentId, correctedOn)]
    const failed = await failedParts(table, [...parts, ...document])
    // The document may have been deleted.
    if (failed.length === 1 && failed[0] === parts.length) return writeTogether(table, parts)
    return failed.length === 0 ? 'written' : 'overtaken'
  }

  return {
    find,
    listOwn,
    listNewest,
    count,
    add,
    replace,
    putAll: (reports: readonly Report[]) => reportKind.putAll(table, reports),
  }
}

/** Does not change `updatedAt` of the document, so that no edit of it is overtaken. */
function correctedPart(table: Table, documentId: string, day: string): TransactionPart {
  const part = parseSubjectDocumentId(documentId)?.part
  const set = { [part ? correctedOnField[part] : 'correctedOn']: day }
  return changePart(table, documentLookup(documentId).key, { exists: true, set })
}
