import * as v from 'valibot'
import * as cardRoutes from '#shared/contract/admin/cards.ts'
import * as copyRoutes from '#shared/contract/admin/copies.ts'
import * as inboxRoutes from '#shared/contract/admin/inbox.ts'
import * as notices from '#shared/contract/admin/notices.ts'
import * as openings from '#shared/contract/admin/openings.ts'
import * as overview from '#shared/contract/admin/overview.ts'
import * as paymentRequestRoutes from '#shared/contract/admin/payment-requests.ts'
import { listPayments as paymentsRoute } from '#shared/contract/admin/payments.ts'
import * as practice from '#shared/contract/admin/practice.ts'
import * as publicationRoutes from '#shared/contract/admin/publication.ts'
import * as questionRoutes from '#shared/contract/admin/questions.ts'
import * as reportRoutes from '#shared/contract/admin/reports.ts'
import * as resourceRoutes from '#shared/contract/admin/resources.ts'
import * as security from '#shared/contract/admin/security.ts'
import * as settingsRoutes from '#shared/contract/admin/settings.ts'
import * as sheetRoutes from '#shared/contract/admin/sheets.ts'
import * as subjectRoutes from '#shared/contract/admin/subjects.ts'
import * as userRoutes from '#shared/contract/admin/users.ts'
import * as watch from '#shared/contract/admin/watch.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import { managedResource, managedSubject } from '#shared/domain/documents/document-input.ts'
import { MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import { managedQuestion } from '#shared/domain/questions.ts'
import { syncProfiles } from '../account-processes/sync-profiles.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createReceiptBucket } from '../aws/receipt-bucket.ts'
import { createUserPool } from '../aws/user-pool.ts'
import { createAccountDays } from '../data/account-days.ts'
import { adminActor } from '../data/audit-entry.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { createCards } from '../data/cards.ts'
import { createCopies } from '../data/copies.ts'
import { createCounters } from '../data/counters.ts'
import { createDeletions } from '../data/deletions.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createInbox } from '../data/inbox.ts'
import { createNotices } from '../data/notices.ts'
import { createOpenings } from '../data/openings.ts'
import { createPaymentRequests } from '../data/payment-requests.ts'
import { createProposals } from '../data/proposals.ts'
import { createPublications } from '../data/publication.ts'
import { createQuestions } from '../data/questions.ts'
import { createReports } from '../data/reports.ts'
import { createResources } from '../data/resources.ts'
import { createSatPapers } from '../data/sat-papers.ts'
import { createSettings } from '../data/settings.ts'
import { createSheets } from '../data/sheets.ts'
import { createSubjects } from '../data/subjects.ts'
import { createUsers } from '../data/users.ts'
import { createApi } from '../http/api.ts'
import { watchThresholds } from '../http/environment.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { blockEmail, unblockEmail } from './accounts/block-email.ts'
import { deleteUser } from './accounts/delete-user.ts'
import { findListedUser } from './accounts/find-listed-user.ts'
import { listPremiumEnds } from './accounts/list-premium-ends.ts'
import { listUsers, userView } from './accounts/list-users.ts'
import { diagnoseSession, endUserSignIns, releaseSession } from './accounts/sessions.ts'
import { setPremium } from './accounts/set-premium.ts'
import { createCardBatch, revokeCard, revokeCardBatch, undoCard } from './cards/change-cards.ts'
import { addSubject, deleteSubject } from './change-subjects.ts'
import { addResource, deleteResource, findResource, updateResource } from './content/change-resources.ts'
import { decideInboxFile } from './content/decide-inbox-file.ts'
import { getExercises } from './content/get-exercises.ts'
import { listInbox } from './content/list-inbox.ts'
import { listResources } from './content/list-resources.ts'
import { setExercises } from './content/set-exercises.ts'
import { updateReport } from './content/update-report.ts'
import { createEdgeCache } from './edge-cache.ts'
import { AdminEnvironment } from './environment.ts'
import { exportResources } from './import/export-resources.ts'
import { importResources } from './import/import-resources.ts'
import { exportSubjects, importSubjects } from './import/import-subjects.ts'
import { getOverview } from './oversight/get-overview.ts'
import { activityView, listAudit, listPayments } from './oversight/list-audit.ts'
import { listWatched } from './oversight/list-watched.ts'
import { lookUpCopy } from './oversight/look-up-copy.ts'
import { readPracticeStatistics } from './oversight/practice-statistics.ts'
import { rankOpenings } from './oversight/rank-openings.ts'
import { decidePaymentRequest } from './payments/decide-payment-request.ts'
import { listPaymentRequests } from './payments/list-payment-requests.ts'
import { readReceipt } from './payments/read-receipt.ts'
import { getPublication, orderPublication } from './site/publication.ts'
import { updateSettings } from './site/update-settings.ts'
import { answerQuestion, listQuestions } from './writing/answer-question.ts'
import { getStoredSheet, setSheet } from './writing/set-sheet.ts'

const env = v.parse(AdminEnvironment, process.env)
const { originSecrets, guard, table, audit, refusals, owners, clock } = openGuard(env)
const users = createUsers(table)
const deps = {
  users,
  userPool: createUserPool(env.USER_POOL_ID),
  deletions: createDeletions(table),
  blocked: createBlockedEmails(table),
  subjects: createSubjects(table),
  resources: createResources(table),
  reports: createReports(table),
  questions: createQuestions(table),
  sheets: createSheets(table),
  documentHealth: createDocumentHealth(table),
  inbox: createInbox(table),
  publications: createPublications(table),
  proposals: createProposals(table),
  counters: createCounters(table),
  openings: createOpenings(table),
  satPapers: createSatPapers(table),
  notices: createNotices(table),
  accountDays: createAccountDays(table),
  thresholds: watchThresholds(env),
  probeEmail: env.PROBE_EMAIL,
  cards: createCards(table),
  paymentRequests: createPaymentRequests(table),
  receipts: createReceiptBucket(env.RECEIPT_BUCKET),
  copies: createCopies(table),
  audit,
  refusals,
  edgeCache: createEdgeCache(createDistribution(env.DISTRIBUTION_ID_PARAMETER)),
  settings: createSettings(table, env.FIRST_SETTINGS),
  owners,
  clock,
}

/** The gateway's limit is 30 s, of which the last batch and the answer need a part. */
const LONG_CALL_MS = 20_000
const timeFor = (ms: number) => {
  const end = performance.now() + ms
  return () => performance.now() < end
}

export const handler = createApi({ originSecrets, guard }, [
  on(userRoutes.listUsers, ({ query }) => listUsers(deps, query)),
  on(userRoutes.listPremiumEnds, () => listPremiumEnds(deps)),
  on(userRoutes.getUser, async ({ params }) => userView(await findListedUser(deps, params.id), clock.now())),
  on(userRoutes.setPremium, async ({ caller, params, body }) =>
    userView(await setPremium(deps, caller.user, params.id, body), clock.now()),
  ),
  on(userRoutes.deleteUser, ({ caller, params }) => deleteUser(deps, caller.user, params.id)),
  on(userRoutes.diagnoseSession, ({ params }) => diagnoseSession(deps, params.id)),
  on(userRoutes.releaseSession, ({ caller, params }) => releaseSession(deps, caller.user, params.id)),
  on(userRoutes.endUserSignIns, ({ caller, params }) => endUserSignIns(deps, caller.user, params.id)),
  on(watch.listWatched, ({ query }) => listWatched(deps, query.days)),
  on(userRoutes.syncUsers, ({ caller, query }) => syncProfiles(deps, adminActor(caller.user), query.cursor)),

  on(overview.getOverview, () => getOverview(deps)),
  on(notices.listNotices, async ({ caller }) => ({
    items: await deps.notices.listOpen(caller.user.email),
  })),
  on(notices.acknowledgeNotice, ({ caller, params, body }) =>
    deps.notices.acknowledge(params.id, caller.user.email, body.documents),
  ),
  on(openings.rankOpenings, ({ query }) => rankOpenings(deps, query.days)),
  on(practice.getPracticeStatistics, () => readPracticeStatistics(deps)),

  on(publicationRoutes.getPublication, () => getPublication(deps)),
  on(publicationRoutes.orderPublication, () => orderPublication(deps)),

  on(subjectRoutes.addSubject, async ({ caller, query, body }) =>
    managedSubject(
      await addSubject(deps, adminActor(caller.user), body, {
        mayReplace: query.replace,
        isByOwner: caller.roles.isOwner,
      }),
    ),
  ),
  on(subjectRoutes.listManagedSubjects, async () => ({
    items: (await deps.subjects.listAll()).map(managedSubject),
  })),
  on(subjectRoutes.getExercises, ({ params }) => getExercises(deps.proposals, params.id)),
  on(subjectRoutes.setExercises, async ({ caller, params, body }) =>
    managedSubject(
      await setExercises(deps, adminActor(caller.user), params.id, body.exercises, body.updatedAt),
    ),
  ),
  on(subjectRoutes.deleteSubject, ({ caller, params }) =>
    deleteSubject(deps, adminActor(caller.user), params.id),
  ),
  on(subjectRoutes.importSubjects, ({ caller, query, body }) =>
    importSubjects(deps, adminActor(caller.user), body, {
      isDryRun: query.dryRun,
      mayGoOn: timeFor(LONG_CALL_MS),
    }),
  ),
  on(subjectRoutes.exportSubjects, async () => ({
    csv: exportSubjects(await deps.subjects.listAll()),
    nextCursor: null,
  })),

  on(reportRoutes.listReports, ({ query }) => deps.reports.listNewest(query)),
  on(reportRoutes.updateReport, ({ caller, params, body }) =>
    updateReport(deps, adminActor(caller.user), params.id, body),
  ),

  on(questionRoutes.listQuestions, async ({ query }) => {
    const { items, ...page } = await listQuestions(deps, query)
    return { items: items.map(managedQuestion), ...page }
  }),
  on(questionRoutes.answerQuestion, async ({ caller, params, body }) =>
    managedQuestion(await answerQuestion(deps, adminActor(caller.user), params.id, body)),
  ),

  on(sheetRoutes.listSheets, async () => ({ items: await deps.sheets.list() })),
  on(sheetRoutes.getStoredSheet, ({ params }) => getStoredSheet(deps, chapterAtAddress(params))),
  on(sheetRoutes.setSheet, ({ caller, params, body }) =>
    setSheet(deps, adminActor(caller.user), chapterAtAddress(params), body),
  ),

  on(inboxRoutes.listInbox, ({ query }) => listInbox(deps, query)),
  on(inboxRoutes.decideInboxFile, ({ caller, params, body }) =>
    decideInboxFile(deps, caller.user, params.fileId, body),
  ),

  on(resourceRoutes.listResources, ({ query }) => listResources(deps, query)),
  on(resourceRoutes.addResource, async ({ caller, body }) =>
    managedResource(await addResource(deps, caller.user, body)),
  ),
  on(resourceRoutes.getResource, async ({ params }) => managedResource(await findResource(deps, params.id))),
  on(resourceRoutes.updateResource, async ({ caller, params, body }) =>
    managedResource(await updateResource(deps, caller.user, params.id, body)),
  ),
  on(resourceRoutes.deleteResource, ({ caller, params }) => deleteResource(deps, caller.user, params.id)),
  on(resourceRoutes.importResources, ({ caller, query, body }) =>
    importResources(deps, adminActor(caller.user), body, {
      isDryRun: query.dryRun,
      mayGoOn: timeFor(LONG_CALL_MS),
      // One more batch of reports follows.
      maxReportBytes: MAX_TEXT_BYTES / 2,
    }),
  ),
  on(resourceRoutes.exportResources, ({ query }) =>
    exportResources(deps, { cursor: query.cursor, mayGoOn: timeFor(LONG_CALL_MS) }),
  ),

  on(security.listAudit, ({ query }) => listAudit(deps, query)),
  on(paymentsRoute, ({ query }) => listPayments(deps, query)),
  on(paymentRequestRoutes.listPaymentRequests, ({ query }) => listPaymentRequests(deps, query)),
  on(paymentRequestRoutes.getReceipt, ({ params }) => readReceipt(deps, params.id)),
  on(paymentRequestRoutes.decidePaymentRequest, ({ caller, params, body }) =>
    decidePaymentRequest(deps, caller.user, params.id, body),
  ),
  on(security.listActivity, async () => {
    const actors = await audit.listActivity()
    return { items: actors.map((actor) => activityView(actor, owners)) }
  }),
  on(security.listBlocked, ({ query }) => deps.blocked.list(query)),
  on(security.blockEmail, ({ caller, body }) => blockEmail(deps, caller.user, body)),
  on(security.unblockEmail, ({ caller, params }) => unblockEmail(deps, caller.user, params.email)),

  on(copyRoutes.lookUpCopy, ({ caller, body }) => lookUpCopy(deps, caller.user, body.code)),

  on(cardRoutes.listCardBatches, async () => ({ items: await deps.cards.listBatches() })),
  on(cardRoutes.listCards, ({ query }) => deps.cards.listCards(query)),
  on(cardRoutes.createCardBatch, ({ caller, body }) => createCardBatch(deps, caller.user, body)),
  on(cardRoutes.revokeCardBatch, ({ caller, params }) => revokeCardBatch(deps, caller.user, params.id)),
  on(cardRoutes.revokeCard, ({ caller, params }) => revokeCard(deps, caller.user, params.id)),
  on(cardRoutes.undoCard, ({ caller, params }) => undoCard(deps, caller.user, params.id)),

  on(settingsRoutes.getStoredSettings, () => deps.settings.readManaged()),
  on(settingsRoutes.updateSettings, ({ caller, body }) =>
    updateSettings(deps, adminActor(caller.user), body),
  ),
])
