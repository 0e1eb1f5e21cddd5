import type { Settings } from '#shared/entities/settings.ts'
import { createAccountDays } from './account-days.ts'
import { createMails, createSecondFactors, createSignUpProofs } from './account-notes.ts'
import { createAuditLog } from './audit.ts'
import { createAccessChanges, createBlockedEmails } from './blocked.ts'
import { createRefusals, createThrottles } from './call-counts.ts'
import { createCards } from './cards.ts'
import { createCopies } from './copies.ts'
import { createCounters } from './counters.ts'
import { createDeletions } from './deletions.ts'
import { createDocumentHealth } from './document-health.ts'
import { createDocumentList, createDocuments } from './documents.ts'
import { createReports } from './error-reports.ts'
import { createInbox } from './inbox.ts'
import { createLeases } from './leases.ts'
import { createLedger } from './ledger.ts'
import { createMockExams, createSatPapers } from './mock-exams.ts'
import { createNotices } from './notices.ts'
import { createOpenings } from './openings.ts'
import { createPaymentRequests } from './payment-requests.ts'
import { createPersonalData } from './personal-data.ts'
import { createPrepared } from './prepared.ts'
import { createPracticedPapers, createProgress } from './progress.ts'
import { createProposals } from './proposals.ts'
import { createQuestions } from './questions.ts'
import { createResources } from './resources.ts'
import { createSheets } from './sheets.ts'
import { createPublications, createSettings } from './site.ts'
import { createSubjects } from './subjects.ts'
import type { Table } from './table/client.ts'
import { createUsers } from './users.ts'

/** Creates every repository. A function that needs a few of them creates these alone, so that it starts fast. */
export function openStores(table: Table, firstSettings: Settings) {
  return {
    accessChanges: createAccessChanges(table),
    accountDays: createAccountDays(table),
    audit: createAuditLog(table),
    blocked: createBlockedEmails(table),
    cards: createCards(table),
    copies: createCopies(table),
    counters: createCounters(table),
    deletions: createDeletions(table),
    documentHealth: createDocumentHealth(table),
    documentList: createDocumentList(table),
    documents: createDocuments(table),
    inbox: createInbox(table),
    leases: createLeases(table),
    ledger: createLedger(table),
    mails: createMails(table),
    mockExams: createMockExams(table),
    notices: createNotices(table),
    openings: createOpenings(table),
    paymentRequests: createPaymentRequests(table),
    personalData: createPersonalData(table),
    practicedPapers: createPracticedPapers(table),
    progress: createProgress(table),
    prepared: createPrepared(table),
    proposals: createProposals(table),
    publications: createPublications(table),
    questions: createQuestions(table),
    refusals: createRefusals(table),
    reports: createReports(table),
    resources: createResources(table),
    satPapers: createSatPapers(table),
    secondFactors: createSecondFactors(table),
    settings: createSettings(table, firstSettings),
    sheets: createSheets(table),
    signUpProofs: createSignUpProofs(table),
    subjects: createSubjects(table),
    throttles: createThrottles(table),
    users: createUsers(table),
  }
}

export type Stores = ReturnType<typeof openStores>
