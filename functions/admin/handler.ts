import * as v from 'valibot'
import * as overview from '#shared/contract/admin-overview.ts'
import * as resourceRoutes from '#shared/contract/admin-resources.ts'
import * as security from '#shared/contract/admin-security.ts'
import * as subjectRoutes from '#shared/contract/admin-subjects.ts'
import * as userRoutes from '#shared/contract/admin-users.ts'
import { parseSubjectId } from '#shared/entities/subject.ts'
import { syncProfiles } from '../account/sync-profiles.ts'
import { createUserPool } from '../account/user-pool.ts'
import { addressLookup } from '../data/addresses.ts'
import { adminActor } from '../data/audit-entry.ts'
import { blockLookup, createBlockedEmails } from '../data/blocked.ts'
import { createCounters } from '../data/counters.ts'
import { createDeletions } from '../data/deletions.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createProgress } from '../data/progress.ts'
import { createResourceChanges } from '../data/resource-changes.ts'
import { createResourceLists } from '../data/resource-lists.ts'
import { createResources, resourceLookup } from '../data/resources.ts'
import { createSubjects, subjectLookup } from '../data/subjects.ts'
import { createUserLists } from '../data/user-lists.ts'
import { userLookup } from '../data/users.ts'
import { api } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on, onTarget } from '../http/on.ts'
import { addSubject } from './add-subject.ts'
import { activityView, auditView } from './audit-views.ts'
import { blockEmail, unblockEmail } from './block-email.ts'
import { addResource, deleteResource, updateResource } from './change-resources.ts'
import { deleteSubject } from './delete-subject.ts'
import { deleteUser } from './delete-user.ts'
import { createEdgeCache } from './edge-cache.ts'
import { AdminEnvironment } from './environment.ts'
import { getOverview } from './get-overview.ts'
import { importResources } from './import/import-resources.ts'
import { exportResources, foundResource, listResources } from './list-resources.ts'
import { listPremium, listUsers } from './list-users.ts'
import { listed } from './listed.ts'
import { resourceView } from './resource-view.ts'
import { diagnoseSession, releaseSession } from './sessions.ts'
import { setPremium } from './set-premium.ts'
import { subjectView } from './subject-view.ts'
import { userView } from './user-view.ts'

const env = v.parse(AdminEnvironment, process.env)
const { originSecrets, guard, table, users, audit, owners, clock } = openGuard(env)
const deps = {
  users,
  userLists: createUserLists(table),
  userPool: createUserPool(env.USER_POOL_ID),
  deletions: createDeletions(table),
  progress: createProgress(table),
  blocked: createBlockedEmails(table),
  subjects: createSubjects(table),
  resources: createResources(table),
  resourceLists: createResourceLists(table),
  resourceChanges: createResourceChanges(table),
  documentHealth: createDocumentHealth(table),
  counters: createCounters(table),
  edgeCache: createEdgeCache(env.DISTRIBUTION_ID_PARAMETER),
  offer: { priceDh: env.OFFER_PRICE_DH, validUntil: env.OFFER_VALID_UNTIL },
  owners,
  clock,
}

/** The gateway gives up after 30 s; the last batch and the answer need some of them. */
const IMPORT_MS = 20_000
const timeFor = (ms: number) => {
  const end = performance.now() + ms
  return () => performance.now() < end
}

const theUser = ({ params }: { params: { id: string } }) => userLookup(params.id)
const theResource = ({ params }: { params: { id: string } }) => resourceLookup(params.id)
const theSubject = ({ params }: { params: { id: string } }) => {
  const key = parseSubjectId(params.id)
  return key && subjectLookup(key)
}

export const handler = api({ originSecrets, guard }, [
  on(userRoutes.listUsers, ({ query }) => listUsers(deps, query)),
  on(userRoutes.listPremium, ({ query }) => listPremium(deps, query)),
  onTarget(userRoutes.getUser, theUser, ({ target }) => userView(listed(target), clock.now())),
  onTarget(userRoutes.setPremium, theUser, async ({ caller, body, target }) =>
    userView(await setPremium(deps, caller.user, target, body), clock.now()),
  ),
  onTarget(userRoutes.deleteUser, theUser, ({ caller, target }) => deleteUser(deps, caller.user, target)),
  onTarget(userRoutes.diagnoseSession, theUser, ({ target }) => diagnoseSession(target, clock.now())),
  onTarget(userRoutes.releaseSession, theUser, ({ caller, target }) =>
    releaseSession(deps, caller.user, target),
  ),
  on(userRoutes.syncUsers, ({ caller, query }) => syncProfiles(deps, adminActor(caller.user), query.cursor)),

  on(overview.getOverview, () => getOverview(deps)),

  onTarget(
    subjectRoutes.addSubject,
    ({ query, body }) => (query.replace ? subjectLookup(body) : null),
    async ({ caller, body, target }) => subjectView(await addSubject(deps, caller.user, body, target)),
  ),
  on(subjectRoutes.listManagedSubjects, async () => ({
    items: (await deps.subjects.listAll()).map(subjectView),
  })),
  onTarget(subjectRoutes.deleteSubject, theSubject, ({ caller, target }) =>
    deleteSubject(deps, caller.user, target),
  ),

  on(resourceRoutes.listResources, ({ query }) => listResources(deps, query)),
  on(resourceRoutes.addResource, async ({ caller, body }) =>
    resourceView(await addResource(deps, caller.user, body)),
  ),
  onTarget(resourceRoutes.getResource, theResource, ({ target }) => resourceView(foundResource(target))),
  onTarget(resourceRoutes.updateResource, theResource, async ({ caller, body, target }) =>
    resourceView(await updateResource(deps, caller.user, target, body)),
  ),
  onTarget(resourceRoutes.deleteResource, theResource, ({ caller, target }) =>
    deleteResource(deps, caller.user, target),
  ),
  on(resourceRoutes.importResources, ({ caller, query, body }) =>
    importResources(deps, adminActor(caller.user), body, {
      isDryRun: query.dryRun,
      mayGoOn: timeFor(IMPORT_MS),
    }),
  ),
  on(resourceRoutes.exportResources, () => exportResources(deps)),

  on(security.listAudit, async ({ query }) => {
    const { items, nextCursor } = await audit.listNewest(query)
    return { items: items.map(auditView), nextCursor }
  }),
  on(security.listActivity, async () => {
    const actors = await audit.listActivity()
    return { items: actors.map((actor) => activityView(actor, owners)) }
  }),
  on(security.listBlocked, ({ query }) => deps.blocked.list(query)),
  onTarget(
    security.blockEmail,
    ({ body }) => addressLookup(body.email),
    ({ caller, body, target }) => blockEmail(deps, caller.user, target, body),
  ),
  onTarget(
    security.unblockEmail,
    ({ params }) => blockLookup(params.email),
    ({ caller, target }) => unblockEmail(deps, caller.user, target),
  ),
])
