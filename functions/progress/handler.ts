import * as v from 'valibot'
import * as practice from '#shared/contract/practice.ts'
import * as marks from '#shared/contract/progress.ts'
import * as questions from '#shared/contract/questions.ts'
import * as reports from '#shared/contract/report-error.ts'
import { ownQuestion } from '#shared/domain/questions.ts'
import { createThrottles } from '../data/call-counts.ts'
import { createDocuments } from '../data/documents.ts'
import { createReports } from '../data/error-reports.ts'
import { createMockExams } from '../data/mock-exams.ts'
import { createPracticedPapers, createProgress } from '../data/progress.ts'
import { createQuestions } from '../data/questions.ts'
import { createSettings } from '../data/site.ts'
import { createSubjects } from '../data/subjects.ts'
import { createUsers } from '../data/users.ts'
import { openOpeningCounter } from '../http/account-calls.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { createThrottle } from '../http/throttle.ts'
import { on } from '../http/use-case.ts'
import { createAddressDigest } from '../http/viewer.ts'
import { ProgressEnvironment } from './environment.ts'
import { startMockExam, updateMockExam } from './mock-exam.ts'
import {
  getExerciseHelp,
  listPractice,
  listProgress,
  markDocuments,
  markPaper,
  oneExamView,
  practicedPaperView,
} from './practice.ts'
import { askQuestion, listOwnQuestions, reportError } from './reports-and-questions.ts'

const env = v.parse(ProgressEnvironment, process.env)
const { originSecrets, guard, table, clock } = openGuard(env)
const users = createUsers(table)
const deps = {
  users,
  progress: createProgress(table),
  mockExams: createMockExams(table),
  practicedPapers: createPracticedPapers(table),
  subjects: createSubjects(table),
  documents: createDocuments(table),
  reports: createReports(table),
  questions: createQuestions(table),
  settings: createSettings(table, env.FIRST_SETTINGS),
  clock,
}
const openings = openOpeningCounter(env, table, clock)
const digestAddress = createAddressDigest(originSecrets)
const throttle = createThrottle({ throttles: createThrottles(table), clock })

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(marks.listProgress, ({ caller, query }) => listProgress(deps, caller.user.id, query.track)),
  on(marks.markDocuments, ({ caller, params, body }) =>
    markDocuments(deps, caller.user.id, params, body.marks),
  ),
  on(practice.listPractice, ({ caller }) => listPractice(deps, caller.user)),
  on(practice.markPaper, async ({ caller, params, body }) =>
    practicedPaperView(await markPaper(deps, caller, params.id, body)),
  ),
  on(practice.getExerciseHelp, async ({ caller, params, event }) => ({
    items: await getExerciseHelp({ ...deps, countOpening: openings(event) }, caller.user, params.id),
  })),
  on(practice.startMockExam, async ({ caller, body }) =>
    oneExamView(await startMockExam(deps, caller, body.subjectId), deps),
  ),
  on(practice.updateMockExam, async ({ caller, params, body }) =>
    oneExamView(await updateMockExam(deps, caller.user.id, params.id, body), deps),
  ),
  on(reports.listOwnReports, async ({ caller }) => ({ items: await deps.reports.listOwn(caller.user.id) })),
  on(reports.reportError, ({ caller, body, event }) =>
    reportError(deps, caller.user, digestAddress(event), body),
  ),
  on(questions.listOwnQuestions, async ({ caller }) => ({
    items: (await listOwnQuestions(deps, caller.user.id)).map(ownQuestion),
  })),
  on(questions.askQuestion, async ({ caller, body }) => ownQuestion(await askQuestion(deps, caller, body))),
])
