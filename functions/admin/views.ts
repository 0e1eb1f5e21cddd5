import * as v from 'valibot'
import { fileText, managedResource, ResourceInput, SubjectInput } from '#shared/domain/document-input.ts'
import { LastDay } from '#shared/domain/last-day.ts'
import { isPremiumNow, shownEnd } from '#shared/domain/premium.ts'
import {
  type ActivityItem,
  type ActorActivity,
  type AuditEntry,
  type AuditItem,
  type AuditValues,
  actorLabel,
  isLegitimateActor,
} from '#shared/entities/audit-entry.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User, UserView } from '#shared/entities/user.ts'

// What the dashboard shows where it differs from what is stored. Fields that a view does not declare are left out by the
// route's answer.

/** A user as the owner sees them: `isPremium` is what holds at `now`. */
export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user) }
}

/** What the log keeps of a subject: what the form sends. */
export function subjectValues(subject: Subject): Record<string, unknown> {
  return pickFields(
    {
      ...subject,
      file: fileText(subject.file),
      correction: subject.correction && fileText(subject.correction.file),
      video: subject.video && fileText(subject.video.file),
    },
    SubjectInput,
  )
}

/** What the log keeps of a resource: what the form sends. */
export function resourceValues(resource: Resource): Record<string, unknown> {
  return pickFields(managedResource(resource), ResourceInput)
}

function pickFields(view: object, { entries }: { entries: object }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view).filter(([field]) => field in entries))
}

/** A line of the log. */
export function auditView({ actor, action, target, before, after, ...entry }: AuditEntry): AuditItem {
  return {
    ...entry,
    adminEmail: actorLabel(actor),
    actionType: action,
    targetEmail: target,
    oldValues: shownValues(before),
    newValues: shownValues(after),
  }
}

/** What earlier versions logged as the end of Premium was the instant at which it was over. */
function shownValues(values: AuditValues): AuditValues {
  const end = v.safeParse(LastDay, values?.premiumUntil)
  return end.success ? { ...values, premiumUntil: end.output } : values
}

/** What one actor did, and whether they are one of the owners. */
export function activityView(
  { actor, count, first, last }: ActorActivity,
  owners: readonly string[],
): ActivityItem {
  return {
    adminEmail: actorLabel(actor),
    actionCount: count,
    firstAction: first,
    lastAction: last,
    isLegitimateAdmin: isLegitimateActor(actor, owners),
  }
}
