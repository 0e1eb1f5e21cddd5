import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { daysBefore, moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Report, type ReportState } from '#shared/entities/report.ts'
import { correctedOnField } from '#shared/entities/subject.ts'
import { accountDayPart } from './account-days.ts'
import { auditParts } from './audit.ts'
import {
  newestFirst,
  reportKey,
  reportPrefix,
  reportsPartition,
  resourceKey,
  subjectItemKey,
  userKey,
} from './keys.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { listByAge } from './table/list-by-age.ts'
import { parseItem, queryAll, queryCount, readOne } from './table/read.ts'
import { type StoredItem, tableShape } from './table/table-shape.ts'
import {
  failedParts,
  putMany,
  putPart,
  type TransactionPart,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'

/** Most reports of one account on one Moroccan day. */
const REPORTS_PER_DAY = 10

/** Reads and writes the errors that students have reported. They are items of the account and are deleted with it. */
export function createReports(table: Table) {
  /** Returns a report, as last written. */
  async function find(id: string): Promise<Report | null> {
    return readOne(table, { key: reportKey(id), parse: (item) => (item ? parseItem(Report, item) : null) })
  }

  /** Returns the reports of an account, newest first. One query. */
  async function listOwn(userId: string): Promise<Report[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': reportPrefix },
    })
    return items
      .map((item) => parseItem(Report, item))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Returns a page of the reports in a state, newest first. One query and one batch. */
  async function listNewest({ state, ...query }: PageQuery & { state: ReportState }): Promise<Page<Report>> {
    const { items, nextCursor } = await listByAge(
      table,
      {
        index: tableShape.indexes.newest,
        partition: reportsPartition(state),
        keyOf: reportKey,
        parse: (item) => {
          const report = parseItem(Report, item)
          return report.state === state ? report : null
        },
      },
      query,
    )
    return { items, nextCursor }
  }

  /** Returns the number of reports in a state. A query for each megabyte of the index. */
  function count(state: ReportState): Promise<number> {
    const { name, partitionKey } = tableShape.indexes.newest
    return queryCount(table, {
      IndexName: name,
      KeyConditionExpression: `${partitionKey} = :list`,
      ExpressionAttributeValues: { ':list': reportsPartition(state) },
    })
  }

  /**
   * Adds a report and counts it in its account's day. One transaction.
   * @returns the stored report, which is the first one when it is a repetition
   * @throws DomainError TOO_MANY_REQUESTS at the limit of the day
   */
  async function add(userId: string, report: Report, now: Date): Promise<Report> {
    const result = await writeTogether(table, [
      putPart(table, reportItem(report)),
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

  /**
   * Puts a report in place of what was read, with its audit entry.
   * @param correctedOn the new date of correction that its document shows; null leaves it as it is
   */
  async function replace(
    before: Report,
    after: Report,
    entry: AuditEntry,
    correctedOn: string | null,
  ): Promise<WriteResult> {
    const parts = [updatePart(table, reportItem(before), reportItem(after)), ...auditParts(table, entry)]
    const document = correctedOn === null ? [] : [correctedPart(table, before.documentId, correctedOn)]
    const failed = await failedParts(table, [...parts, ...document])
    // The document may have been deleted.
    if (failed.length === 1 && failed[0] === parts.length) return writeTogether(table, parts)
    return failed.length === 0 ? 'written' : 'overtaken'
  }

  /** Writes reports over existing ones, for seeding. */
  async function putAll(reports: readonly Report[]): Promise<void> {
    await putMany(table, reports.map(reportItem))
  }

  return { find, listOwn, listNewest, count, add, replace, putAll }
}

export type Reports = ReturnType<typeof createReports>

function reportItem(report: Report): StoredItem {
  const { page, ...fields } = report
  const lastDay = daysBefore(report.createdAt.slice(0, 10), -LONGEST_RETENTION.reports)
  return {
    ...reportKey(report.id),
    gsi1pk: reportsPartition(report.state),
    gsi1sk: newestFirst(report),
    ...fields,
    ...(page !== null && { page }),
    expiresAt: Date.parse(lastDay) / 1_000,
  }
}

/** Does not change `updatedAt` of the document, so that no edit of it is overtaken. */
function correctedPart({ name }: Table, documentId: string, day: string): TransactionPart {
  const paper = parseSubjectDocumentId(documentId)
  return {
    Update: {
      TableName: name,
      Key: paper ? subjectItemKey(paper.subject) : resourceKey(documentId),
      UpdateExpression: 'SET #correctedOn = :day',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#correctedOn': paper ? correctedOnField[paper.part] : 'correctedOn' },
      ExpressionAttributeValues: { ':day': day },
    },
  }
}
