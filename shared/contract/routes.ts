import * as account from './account.ts'
import * as adminCards from './admin/card-batches.ts'
import * as adminCopies from './admin/copies.ts'
import * as adminDocuments from './admin/documents.ts'
import * as adminReports from './admin/error-reports.ts'
import * as adminInbox from './admin/inbox.ts'
import * as adminNotices from './admin/notices.ts'
import * as adminOpenings from './admin/openings.ts'
import * as adminOverview from './admin/overview.ts'
import * as adminPayments from './admin/payments.ts'
import * as adminQuestions from './admin/questions.ts'
import * as adminResources from './admin/resources.ts'
import * as adminSecurity from './admin/security.ts'
import * as adminSettings from './admin/settings.ts'
import * as adminSheets from './admin/sheets.ts'
import * as adminSubjects from './admin/subjects.ts'
import * as adminUsers from './admin/users.ts'
import * as catalogue from './catalogue.ts'
import type { Route } from './define-route.ts'
import * as files from './files.ts'
import * as paymentRequests from './payment-requests.ts'
import * as practice from './practice.ts'
import * as progress from './progress.ts'
import * as questions from './questions.ts'
import * as cards from './redeem-card.ts'
import * as reports from './report-error.ts'
import * as session from './session.ts'
import * as signUp from './sign-up.ts'
import * as siteTexts from './site-texts.ts'
import * as subjectDetails from './subject-details.ts'

export const routes = {
  getHealth: catalogue.getHealth,
  listSubjects: catalogue.listSubjects,
  getSubject: subjectDetails.getSubject,
  listExercises: subjectDetails.listExercises,
  getChapter: catalogue.getChapter,
  getSheet: siteTexts.getSheet,
  listVideos: catalogue.listVideos,
  getSettings: siteTexts.getSettings,
  getSignUpChallenge: signUp.getSignUpChallenge,
  claimSession: session.claimSession,
  readSession: session.readSession,
  renewSession: session.renewSession,
  clearSession: session.clearSession,
  deleteAccount: account.deleteAccount,
  endSignIns: account.endSignIns,
  setPreferences: account.setPreferences,
  listOwnDays: account.listOwnDays,
  getPersonalData: account.getPersonalData,
  recordSecondFactor: account.recordSecondFactor,
  redeemCard: cards.redeemCard,
  listOwnPaymentRequests: paymentRequests.listOwnPaymentRequests,
  declarePayment: paymentRequests.declarePayment,
  correctPayment: paymentRequests.correctPayment,
  attachReceipt: paymentRequests.attachReceipt,
  withdrawPayment: paymentRequests.withdrawPayment,
  listProgress: progress.listProgress,
  markDocuments: progress.markDocuments,
  listPractice: practice.listPractice,
  markPaper: practice.markPaper,
  getExerciseHelp: practice.getExerciseHelp,
  startMockExam: practice.startMockExam,
  updateMockExam: practice.updateMockExam,
  listOwnReports: reports.listOwnReports,
  reportError: reports.reportError,
  listOwnQuestions: questions.listOwnQuestions,
  askQuestion: questions.askQuestion,
  getTicket: files.getTicket,
  addSubject: adminSubjects.addSubject,
  listManagedSubjects: adminSubjects.listManagedSubjects,
  getExercises: adminSubjects.getExercises,
  readProposals: adminSubjects.readProposals,
  setExercises: adminSubjects.setExercises,
  deleteSubject: adminSubjects.deleteSubject,
  importSubjects: adminSubjects.importSubjects,
  exportSubjects: adminSubjects.exportSubjects,
  listUsers: adminUsers.listUsers,
  getUser: adminUsers.getUser,
  deleteUser: adminUsers.deleteUser,
  setPremium: adminUsers.setPremium,
  diagnoseSession: adminUsers.diagnoseSession,
  releaseSession: adminUsers.releaseSession,
  endUserSignIns: adminUsers.endUserSignIns,
  listWatched: adminSecurity.listWatched,
  syncUsers: adminUsers.syncUsers,
  listPremiumEnds: adminUsers.listPremiumEnds,
  getOverview: adminOverview.getOverview,
  rankOpenings: adminOpenings.rankOpenings,
  getPracticeStatistics: adminOverview.getPracticeStatistics,
  getPublication: adminOverview.getPublication,
  orderPublication: adminOverview.orderPublication,
  listNotices: adminNotices.listNotices,
  acknowledgeNotice: adminNotices.acknowledgeNotice,
  listBrokenDocuments: adminDocuments.listBrokenDocuments,
  checkDocuments: adminDocuments.checkDocuments,
  getDriveAccess: adminDocuments.getDriveAccess,
  checkReference: adminDocuments.checkReference,
  listFolder: adminDocuments.listFolder,
  listInbox: adminInbox.listInbox,
  searchInbox: adminInbox.searchInbox,
  decideInboxFile: adminInbox.decideInboxFile,
  listReports: adminReports.listReports,
  updateReport: adminReports.updateReport,
  closeReports: adminReports.closeReports,
  listQuestions: adminQuestions.listQuestions,
  answerQuestion: adminQuestions.answerQuestion,
  listSheets: adminSheets.listSheets,
  getStoredSheet: adminSheets.getStoredSheet,
  setSheet: adminSheets.setSheet,
  listResources: adminResources.listResources,
  addResource: adminResources.addResource,
  getResource: adminResources.getResource,
  updateResource: adminResources.updateResource,
  deleteResource: adminResources.deleteResource,
  importResources: adminResources.importResources,
  exportResources: adminResources.exportResources,
  listAudit: adminSecurity.listAudit,
  listActivity: adminSecurity.listActivity,
  listBlocked: adminSecurity.listBlocked,
  blockEmail: adminSecurity.blockEmail,
  unblockEmail: adminSecurity.unblockEmail,
  lookUpCopy: adminCopies.lookUpCopy,
  listPayments: adminPayments.listPayments,
  addPayment: adminPayments.addPayment,
  cancelPayment: adminPayments.cancelPayment,
  movePremium: adminPayments.movePremium,
  listPaymentRequests: adminPayments.listPaymentRequests,
  getReceipt: adminPayments.getReceipt,
  decidePaymentRequest: adminPayments.decidePaymentRequest,
  listCardBatches: adminCards.listCardBatches,
  listCards: adminCards.listCards,
  createCardBatch: adminCards.createCardBatch,
  revokeCardBatch: adminCards.revokeCardBatch,
  revokeCard: adminCards.revokeCard,
  undoCard: adminCards.undoCard,
  getStoredSettings: adminSettings.getStoredSettings,
  updateSettings: adminSettings.updateSettings,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
