import { laterThan, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { found } from '#shared/domain/domain-error.ts'
import type { Report } from '#shared/entities/report.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { Deps } from '../../http/deps.ts'

type Decision = Pick<Report, 'state' | 'note'>

/**
 * Stores an owner's decision about a report. The same decision again changes nothing. A report that becomes corrected
 * dates its document, except a correction that was missing, in which nothing was wrong.
 * @throws DomainError NOT_FOUND, CONFLICT
 */
export async function updateReport(
  { reports, clock }: Pick<Deps, 'reports' | 'clock'>,
  actor: User,
  id: string,
  { state, note }: Decision,
): Promise<Report> {
  const before = found(await reports.find(id))
  const isDone = (report: Decision) => report.state === state && report.note === note
  if (isDone(before)) return before
  const now = clock.now()
  const after = { ...before, state, note, updatedAt: laterThan(before.updatedAt, now) }
  const entry = auditEntry(adminActor(actor), now, {
    action: 'UPDATE_REPORT',
    target: before.documentId,
    before: { state: before.state, note: before.note },
    after: { state, note },
  })
  const isDated = state === 'corrected' && before.state !== 'corrected' && before.kind !== 'uncorrected'
  const result = await reports.replace(before, after, entry, isDated ? moroccanDay(now) : null)
  return result === 'written' ? after : answerOvertaken(() => reports.find(id), isDone)
}
