import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import {
  daysBefore,
  endOfDay,
  laterThan,
  moroccanDay,
  secondsToNextDay,
  startOfDay,
} from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Report, type ReportState } from '#shared/entities/report.ts'
import { correctedOnField } from '#shared/entities/subject.ts'
import { accountDayPart } from './account-days.ts'
import { auditParts, writeAudited } from './audit.ts'
import { countPart } from './call-counts.ts'
import { documentLookup } from './documents.ts'
import { newestFirst, ownItems, reportKey, reportPrefix, reportsPartition } from './keys.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { listByAge } from './table/list-by-age.ts'
import { countPartition, listPartition, type PageQuery } from './table/query.ts'
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

/** Most reports of one account, and of one network, on one Moroccan day. A class behind one address sends fewer. */
const REPORTS_PER_DAY = 10
const REPORTS_PER_NETWORK = 100

const reportKind = kind({
  schema: Report,
  key: reportKey,
  id: ({ id }) => id,
  derived: (report) => ({
    gsi1pk: reportsPartition(report.state),
    gsi1sk: newestFirst(report),
    // The index carries it, so that those of one network are found.
    searchText: report.network ? networkWord(report.network) : undefined,
    expiresAt: Date.parse(daysBefore(report.createdAt.slice(0, 10), -LONGEST_RETENTION.reports)) / 1_000,
  }),
})

/** Most reports that are closed as one: a transaction has a hundred parts, of which the audit entry takes two. */
export const CLOSED_AT_ONCE = 90

/** Reports are items of the account and are deleted with it. */
export function createReports(table: Table) {
  const { newest } = tableShape.indexes

  const find = (id: string) => reportKind.find(table, id)

  async function listOwn(userId: string): Promise<Report[]> {
    const reports = await listPartition(table, Report, ownItems(userId, reportPrefix))
    return reports.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  const listNewest = ({ state, ...query }: PageQuery & { state: ReportState }) =>
    listByAge(table, { kind: reportKind, partition: reportsPartition(state) }, query)

  const count = (state: ReportState) =>
    countPartition(table, { index: newest, partition: reportsPartition(state) })

  async function listOfNetwork(state: ReportState, network: string): Promise<Report[]> {
    const list = { kind: reportKind, partition: reportsPartition(state) }
    const query = { search: networkWord(network), limit: Number.MAX_SAFE_INTEGER }
    const { items } = await listByAge(table, list, query)
    return items.filter((report) => report.network === network)
  }

  /**
   * @returns the stored report, which is the first one when it is a repetition @throws DomainError TOO_MANY_REQUESTS
   */
  async function add(userId: string, report: Report, now: Date): Promise<Report> {
    const day = moroccanDay(now)
    const network = { kind: 'address', name: report.network ?? '', route: 'reports of a day' } as const
    const limit = { most: REPORTS_PER_NETWORK, window: { start: startOfDay(day), end: endOfDay(day) } }
    const failed = await failedParts(table, [
      putPart(table, reportKind.item(report)),
      accountDayPart(table, userId, day, { counter: 'reports', most: REPORTS_PER_DAY }),
      countPart(table, network, limit),
    ])
    if (failed.length === 0) return report
    const stored = await find(report.id)
    if (stored) return stored
    throw new DomainError('TOO_MANY_REQUESTS', {
      retryAfterSeconds: secondsToNextDay(now),
      detail: failed.includes(1)
        ? `Vous avez envoyé ${REPORTS_PER_DAY} signalements aujourd'hui. Réessayez demain.`
        : "Trop de signalements viennent de votre réseau aujourd'hui. Réessayez demain.",
    })
  }

  /** All of them or none, at most {@link CLOSED_AT_ONCE}. */
  function closeNew(reports: readonly Report[], now: Date, entry: AuditEntry): Promise<WriteResult> {
    const parts = reports.map((before) => {
      const after: Report = { ...before, state: 'closed', updatedAt: laterThan(before.updatedAt, now) }
      return updatePart(table, reportKind, { before, after })
    })
    return writeAudited(table, entry, ...parts)
  }

  /** `correctedOn`: the new date of correction that its document shows; null leaves it as it is. */
  async function replace(
    before: Report,
    after: Report,
    entry: AuditEntry,
    correctedOn: string | null,
  ): Promise<WriteResult> {
    const parts = [updatePart(table, reportKind, { before, after }), ...auditParts(table, entry)]
    const document = correctedOn === null ? [] : [correctedPart(table, before.documentId, correctedOn)]
    const failed = await failedParts(table, [...parts, ...document])
    // The document may have been deleted.
    if (failed.length === 1 && failed[0] === parts.length) return writeTogether(table, parts)
    return failed.length === 0 ? 'written' : 'conflict'
  }

  return {
    find,
    findMany: (ids: readonly string[]) => reportKind.findMany(table, ids),
    listOwn,
    listNewest,
    listOfNetwork,
    count,
    add,
    replace,
    closeNew,
    putAll: (reports: readonly Report[]) => reportKind.putAll(table, reports),
  }
}

const networkWord = (network: string) => Buffer.from(network).toString('hex')

/** Does not change `updatedAt` of the document, so that no edit of it meets a conflict. */
function correctedPart(table: Table, documentId: string, day: string): TransactionPart {
  const part = parseSubjectDocumentId(documentId)?.part
  const set = { [part ? correctedOnField[part] : 'correctedOn']: day }
  return changePart(table, documentLookup(documentId).key, { exists: true, set })
}
