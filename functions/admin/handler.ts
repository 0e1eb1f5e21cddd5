import * as v from 'valibot'
import * as resources from '#shared/contract/admin-resources.ts'
import * as security from '#shared/contract/admin-security.ts'
import * as subjectRoutes from '#shared/contract/admin-subjects.ts'
import * as userRoutes from '#shared/contract/admin-users.ts'
import { syncProfiles } from '../account/sync-profiles.ts'
import { userPoolOf } from '../account/user-pool.ts'
import { adminActor } from '../data/audit-entry.ts'
import { subjectsOf } from '../data/subjects.ts'
import { userListsOf } from '../data/user-lists.ts'
import { api } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on, planned } from '../http/on.ts'
import { addSubject } from './add-subject.ts'
import { activityView, auditView } from './audit-views.ts'
import { deleteSubject } from './delete-subject.ts'
import { AdminEnvironment } from './environment.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'
import { setPremium } from './set-premium.ts'
import { subjectView } from './subject-view.ts'
import { userView } from './user-view.ts'

const env = v.parse(AdminEnvironment, process.env)
const { guard, table, users, audit, owners, clock } = openGuard(env)
const subjects = subjectsOf(table)
const userLists = userListsOf(table)
const offer = { priceDh: env.OFFER_PRICE_DH, validUntil: env.OFFER_VALID_UNTIL }
const userPool = userPoolOf(env.USER_POOL_ID)
const deps = { users, userLists, userPool, subjects, audit, owners, offer, clock }

export const handler = api({ guard }, [
  on(userRoutes.listUsers, ({ query }) => listUsers(deps, query)),
  on(userRoutes.getUser, async ({ params }) => userView(await getUser(deps, params.id), clock.now())),
  on(userRoutes.setPremium, async ({ caller, params, body }) =>
    userView(await setPremium(deps, caller.user, params.id, body.isPremium), clock.now()),
  ),
  planned(userRoutes.deleteUser),
  planned(userRoutes.diagnoseSession),
  planned(userRoutes.releaseSession),
  on(userRoutes.syncUsers, ({ caller, query }) => syncProfiles(deps, adminActor(caller.user), query.cursor)),

  on(subjectRoutes.addSubject, async ({ caller, query, body }) =>
    subjectView(await addSubject(deps, caller.user, body, query.replace)),
  ),
  on(subjectRoutes.listManagedSubjects, async () => ({ items: (await subjects.listAll()).map(subjectView) })),
  on(subjectRoutes.deleteSubject, ({ caller, params }) => deleteSubject(deps, caller.user, params.id)),

  planned(resources.listResources),
  planned(resources.addResource),
  planned(resources.getResource),
  planned(resources.updateResource),
  planned(resources.deleteResource),
  planned(resources.importResources),
  planned(resources.exportResources),

  on(security.listAudit, async ({ query }) => {
    const { items, nextCursor } = await audit.listNewest(query)
    return { items: items.map(auditView), nextCursor }
  }),
  on(security.listActivity, async () => {
    const actors = await audit.listActivity()
    return { items: actors.map((actor) => activityView(actor, owners)) }
  }),
  planned(security.listBlocked),
  planned(security.blockEmail),
  planned(security.unblockEmail),
])
