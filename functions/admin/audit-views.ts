import type { ActivityItem, AuditItem } from '#shared/entities/audit-entry.ts'
import {
  type ActorActivity,
  type AuditEntry,
  actorLabel,
  isLegitimateActor,
} from '#shared/entities/audit-entry.ts'

/** A line of the log for the dashboard. */
export function auditView({ id, createdAt, actor, action, target, before, after }: AuditEntry): AuditItem {
  return {
    id,
    createdAt,
    adminEmail: actorLabel(actor),
    actionType: action,
    targetEmail: target,
    oldValues: before,
    newValues: after,
  }
}

/** What one actor did, and whether he is one of the owners. */
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
