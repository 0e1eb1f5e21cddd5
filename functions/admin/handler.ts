import * as v from 'valibot'
import { routes } from '#shared/contract/routes.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import { managedResource, managedSubject } from '#shared/domain/documents/document-input.ts'
import { found } from '#shared/domain/domain-error.ts'
import { MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import { managedQuestion } from '#shared/domain/questions.ts'
import { syncProfiles } from '../account-lifecycle/reconciliation.ts'
import { createReceiptBucket } from '../aws/buckets.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createPreparationQueue } from '../aws/preparation-queue.ts'
import { createUserPool } from '../aws/user-pool.ts'
import { adminActor } from '../data/audit.ts'
import { openStores } from '../data/stores.ts'
import { createApi } from '../http/api.ts'
import { watchThresholds } from '../http/environment.ts'
import { openGuard } from '../http/guard.ts'
import { findListedUser } from '../http/profile-view.ts'
import { on } from '../http/use-case.ts'
import {
  blockEmail,
  deleteUser,
  diagnoseSession,
  endUserSignIns,
  listPremiumEnds,
  listUsers,
  releaseSession,
  unblockEmail,
  userView,
} from './accounts/users.ts'
import { createEdgeCache, createPreparation } from './after-changes.ts'
import { createCardBatch, revokeCard, revokeCardBatch, undoCard } from './cards/change-cards.ts'
import { addSubject, deleteSubject } from './change-subjects.ts'
import { getExercises, setExercises } from './content/exercises.ts'
import { decideInboxFile, listInbox } from './content/inbox.ts'
import { addResource, deleteResource, listResources, updateResource } from './content/resources.ts'
import { closeReports, updateReport } from './content/update-report.ts'
import { AdminEnvironment } from './environment.ts'
import { exportResources, importResources } from './import/import-resources.ts'
import { exportSubjects, importSubjects } from './import/import-subjects.ts'
import { getOverview, readPracticeStatistics } from './oversight/get-overview.ts'
import { rankOpenings } from './oversight/rank-openings.ts'
import { activityView, listAudit, listWatched, lookUpCopy } from './oversight/security.ts'
import { addPayment, cancelPayment, listPayments, movePremium } from './payments/ledger.ts'
import { decidePaymentRequest, listPaymentRequests, readReceipt } from './payments/payment-requests.ts'
import { setPremium } from './payments/set-premium.ts'
import { getPublication, orderPublication, updateSettings } from './site/site.ts'
import { answerQuestion, getStoredSheet, listQuestions, setSheet } from './writing/texts.ts'

const env = v.parse(AdminEnvironment, process.env)
const { originSecrets, guard, table, owners, clock } = openGuard(env)
const deps = {
  ...openStores(table, env.FIRST_SETTINGS),
  userPool: createUserPool(env.USER_POOL_ID),
  receipts: createReceiptBucket(env.RECEIPT_BUCKET),
  edgeCache: createEdgeCache(createDistribution(env.DISTRIBUTION_ID_PARAMETER)),
  preparation: createPreparation(createPreparationQueue(env.PREPARATION_QUEUE_URL)),
  thresholds: watchThresholds(env),
  probeEmail: env.PROBE_EMAIL,
  owners,
  clock,
}

/** The gateway's limit is 30 s, of which the last batch and the answer need a part. */
const LONG_CALL_MS = 20_000
const longCall = () => {
  const end = performance.now() + LONG_CALL_MS
  return () => performance.now() < end
}

export const handler = createApi({ originSecrets, guard }, [
  on(routes.listUsers, ({ query }) => listUsers(deps, query)),
  on(routes.listPremiumEnds, () => listPremiumEnds(deps)),
  on(routes.getUser, async ({ params }) => userView(await findListedUser(deps, params.id), clock.now())),
  on(routes.setPremium, async ({ caller, params, body }) =>
    userView(await setPremium(deps, caller.user, params.id, body), clock.now()),
  ),
  on(routes.deleteUser, ({ caller, params }) => deleteUser(deps, caller.user, params.id)),
  on(routes.diagnoseSession, ({ params }) => diagnoseSession(deps, params.id)),
  on(routes.releaseSession, ({ caller, params }) => releaseSession(deps, caller.user, params.id)),
  on(routes.endUserSignIns, ({ caller, params }) => endUserSignIns(deps, caller.user, params.id)),
  on(routes.listWatched, ({ query }) => listWatched(deps, query.days)),
  on(routes.syncUsers, ({ caller, query }) => syncProfiles(deps, adminActor(caller.user), query.cursor)),

  on(routes.getOverview, () => getOverview(deps)),
  on(routes.listNotices, async ({ caller }) => ({ items: await deps.notices.listOpen(caller.user.email) })),
  on(routes.acknowledgeNotice, ({ caller, params, body }) =>
    deps.notices.acknowledge(params.id, caller.user.email, body.documents),
  ),
  on(routes.rankOpenings, ({ query }) => rankOpenings(deps, query.days)),
  on(routes.getPracticeStatistics, () => readPracticeStatistics(deps)),

  on(routes.getPublication, () => getPublication(deps)),
  on(routes.orderPublication, () => orderPublication(deps)),

  on(routes.addSubject, async ({ caller, query, body }) =>
    managedSubject(
      await addSubject(deps, adminActor(caller.user), body, {
        mayReplace: query.replace,
        isByOwner: caller.roles.isOwner,
      }),
    ),
  ),
  on(routes.listManagedSubjects, async () => ({
    items: (await deps.subjects.listAll()).map(managedSubject),
  })),
  on(routes.getExercises, ({ params }) => getExercises(deps, params.id)),
  on(routes.setExercises, async ({ caller, params, body }) =>
    managedSubject(await setExercises(deps, caller.user, params.id, body.exercises, body.updatedAt)),
  ),
  on(routes.deleteSubject, ({ caller, params }) => deleteSubject(deps, caller.user, params.id)),
  on(routes.importSubjects, ({ caller, query, body }) =>
    importSubjects(deps, adminActor(caller.user), body, { isDryRun: query.dryRun, mayGoOn: longCall() }),
  ),
  on(routes.exportSubjects, async () => ({
    csv: exportSubjects(await deps.subjects.listAll()),
    nextCursor: null,
  })),

  on(routes.listReports, ({ query }) => deps.reports.listNewest(query)),
  on(routes.updateReport, ({ caller, params, body }) => updateReport(deps, caller.user, params.id, body)),
  on(routes.closeReports, ({ caller, body }) => closeReports(deps, caller.user, body)),

  on(routes.listQuestions, async ({ query }) => {
    const { items, ...page } = await listQuestions(deps, query)
    return { items: items.map(managedQuestion), ...page }
  }),
  on(routes.answerQuestion, async ({ caller, params, body }) =>
    managedQuestion(await answerQuestion(deps, caller.user, params.id, body)),
  ),

  on(routes.listSheets, async () => ({ items: await deps.sheets.list() })),
  on(routes.getStoredSheet, ({ params }) => getStoredSheet(deps, chapterAtAddress(params))),
  on(routes.setSheet, ({ caller, params, body }) =>
    setSheet(deps, caller.user, chapterAtAddress(params), body),
  ),

  on(routes.listInbox, ({ query }) => listInbox(deps, query)),
  on(routes.decideInboxFile, ({ caller, params, body }) =>
    decideInboxFile(deps, caller.user, params.fileId, body),
  ),

  on(routes.listResources, ({ query }) => listResources(deps, query)),
  on(routes.addResource, async ({ caller, body }) =>
    managedResource(await addResource(deps, caller.user, body)),
  ),
  on(routes.getResource, async ({ params }) => managedResource(found(await deps.resources.find(params.id)))),
  on(routes.updateResource, async ({ caller, params, body }) =>
    managedResource(await updateResource(deps, caller.user, params.id, body)),
  ),
  on(routes.deleteResource, ({ caller, params }) => deleteResource(deps, caller.user, params.id)),
  on(routes.importResources, ({ caller, query, body }) =>
    importResources(deps, adminActor(caller.user), body, {
      isDryRun: query.dryRun,
      mayGoOn: longCall(),
      // One more batch of reports follows.
      maxReportBytes: MAX_TEXT_BYTES / 2,
    }),
  ),
  on(routes.exportResources, ({ query }) =>
    exportResources(deps, { cursor: query.cursor, mayGoOn: longCall() }),
  ),

  on(routes.listAudit, ({ query }) => listAudit(deps, query)),
  on(routes.listPayments, ({ query }) => listPayments(deps, query)),
  on(routes.addPayment, ({ caller, params, body }) => addPayment(deps, caller.user, params.id, body)),
  on(routes.cancelPayment, ({ caller, params }) => cancelPayment(deps, caller.user, params.id)),
  on(routes.movePremium, async ({ caller, params, body }) => {
    const { from, to } = await movePremium(deps, caller.user, params.id, body.email)
    return { from: userView(from, clock.now()), to: userView(to, clock.now()) }
  }),
  on(routes.listPaymentRequests, ({ query }) => listPaymentRequests(deps, query)),
  on(routes.getReceipt, ({ params }) => readReceipt(deps, params.id)),
  on(routes.decidePaymentRequest, ({ caller, params, body }) =>
    decidePaymentRequest(deps, caller.user, params.id, body),
  ),
  on(routes.listActivity, async () => {
    const actors = await deps.audit.listActivity()
    return { items: actors.map((actor) => activityView(actor, owners)) }
  }),
  on(routes.listBlocked, ({ query }) => deps.blocked.list(query)),
  on(routes.blockEmail, ({ caller, body }) => blockEmail(deps, caller.user, body)),
  on(routes.unblockEmail, ({ caller, params }) => unblockEmail(deps, caller.user, params.email)),

  on(routes.lookUpCopy, ({ caller, body }) => lookUpCopy(deps, caller.user, body.code)),

  on(routes.listCardBatches, async () => ({ items: await deps.cards.listBatches() })),
  on(routes.listCards, ({ query }) => deps.cards.listCards(query)),
  on(routes.createCardBatch, ({ caller, body }) => createCardBatch(deps, caller.user, body)),
  on(routes.revokeCardBatch, ({ caller, params }) => revokeCardBatch(deps, caller.user, params.id)),
  on(routes.revokeCard, ({ caller, params }) => revokeCard(deps, caller.user, params.id)),
  on(routes.undoCard, ({ caller, params }) => undoCard(deps, caller.user, params.id)),

  on(routes.getStoredSettings, () => deps.settings.readManaged()),
  on(routes.updateSettings, ({ caller, body }) => updateSettings(deps, caller.user, body)),
])
