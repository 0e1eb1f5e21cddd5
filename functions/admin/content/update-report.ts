import { laterThan, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { found } from '#shared/domain/domain-error.ts'
import type { Report } from '#shared/entities/report.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { CLOSED_AT_ONCE } from '../../data/error-reports.ts'
import { answerIfEqual, retryOnConflict } from '../../data/optimistic-lock.ts'
import type { Deps } from '../../http/use-case.ts'

type Decision = Pick<Report, 'state' | 'note'>

/** A corrected document is dated, except a correction that was missing. @throws DomainError NOT_FOUND, CONFLICT */
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
  return result === 'written' ? after : answerIfEqual(await reports.find(id), isDone)
}

/**
 * Closes the named reports that are new, or every new one of their networks. Each part of some ninety changes as one.
 */
export async function closeReports(
  { reports, clock }: Pick<Deps, 'reports' | 'clock'>,
  actor: User,
  { ids, ofNetwork }: { ids: readonly string[]; ofNetwork: boolean },
): Promise<{ closed: number }> {
  const named = await reports.findMany(ids)
  const networks = ofNetwork ? [...new Set(named.flatMap(({ network }) => network ?? []))] : []
  const others = await Promise.all(networks.map((network) => reports.listOfNetwork('new', network)))
  const wanted = [...new Map([...named, ...others.flat()].map((report) => [report.id, report])).values()]
  let closed = 0
  for (let from = 0; from < wanted.length; from += CLOSED_AT_ONCE) {
    let part = wanted.slice(from, from + CLOSED_AT_ONCE)
    closed += await retryOnConflict(async () => {
      const open = part.filter(({ state }) => state === 'new')
      const [first] = open
      if (!first) return 0
      const now = clock.now()
      const entry = auditEntry(adminActor(actor), now, {
        action: 'UPDATE_REPORT',
        target: open.length === 1 ? first.documentId : `${open.length} signalements`,
        before: { state: 'new' },
        after: { state: 'closed' },
      })
      const result = await reports.closeNew(open, now, entry)
      if (result === 'written') return open.length
      part = await reports.findMany(open.map(({ id }) => id))
      return result
    })
  }
  return { closed }
}
