import { paperFields, type SubjectKey, subjectId, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import {
  LEAST_MARKS,
  MOST_EXERCISES,
  type Overview,
  type PracticeStatistics,
} from '#shared/contract/admin/overview.ts'
import { lastMondays, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { isOfferOver } from '#shared/domain/premium/offer.ts'
import type { CardBatch } from '#shared/entities/card.ts'
import type { ExerciseSums } from '../../data/mock-exams.ts'
import type { Deps } from '../../http/use-case.ts'

const WEEKS = 12

/** The cost grows with the number of Premium accounts, which are counted. */
export async function getOverview(deps: Deps): Promise<Overview> {
  const now = deps.clock.now()
  const today = moroccanDay(now)
  const [
    counts,
    premium,
    subjects,
    { broken, round },
    batches,
    paymentRequests,
    newReports,
    questions,
    receivedFiles,
    settings,
  ] = await Promise.all([
    deps.counters.readAll(),
    deps.users.countPremium(now),
    deps.subjects.listAll(),
    deps.documentHealth.read(),
    deps.cards.listBatches(),
    deps.paymentRequests.count('pending'),
    deps.reports.count('new'),
    deps.questions.count('open'),
    deps.inbox.count(),
    deps.settings.read(),
  ])
  return {
    users: counts.users,
    premium,
    resources: counts.resources,
    subjects: subjects.length,
    missingSubjects: missingSubjects(subjects),
    brokenDocuments: broken.length,
    paymentRequests,
    newReports,
    openQuestions: settings.acceptsQuestions ? questions : 0,
    receivedFiles,
    documentsCheckedAt: round.checkedAt,
    weeks: lastMondays(today, WEEKS).map((week) => ({
      week,
      signUps: counts.signUps.get(week) ?? 0,
      activations: counts.activations.get(week) ?? 0,
    })),
    cardSales: cardSales(batches),
    isOfferOver: isOfferOver(settings, today),
    timeZoneData: process.versions['tz'] ?? null,
  }
}

function cardSales(batches: readonly CardBatch[]): Overview['cardSales'] {
  const sales = Object.groupBy(batches, ({ label }) => label)
  return Object.entries(sales)
    .map(([label, ofLabel = []]) => ({
      label,
      used: ofLabel.reduce((total, { used }) => total + used, 0),
      sum: ofLabel.reduce((total, { used, priceDh }) => total + used * priceDh, 0),
    }))
    .filter(({ used }) => used > 0)
    .toSorted((one, other) => other.sum - one.sum)
}

function missingSubjects(subjects: readonly SubjectKey[]): SubjectKey[] {
  const stored = new Set(subjects.map(subjectId))
  return TRACK_CODES.flatMap((track) => {
    const years = subjectYears(subjects.filter((subject) => subject.track === track))
    const cells = years.flatMap((year) => EXAM_SESSIONS.map((session) => ({ track, year, session })))
    return cells.filter((cell) => !stored.has(subjectId(cell)))
  })
}

/** Exercises with too few marks are left out. */
export async function readPracticeStatistics({
  satPapers,
}: Pick<Deps, 'satPapers'>): Promise<PracticeStatistics> {
  const sums = await satPapers.listAll()
  const papers = sums.map(({ students, marked, ...paper }) => ({
    ...paperFields(paper.subjectId),
    students,
    marked,
  }))
  const exercises = sums.flatMap((paper) =>
    paper.exercises
      .filter(({ marks }) => marks >= LEAST_MARKS)
      .map((exercise) => ({ ...paperFields(paper.subjectId), ...average(exercise) })),
  )
  return {
    papers: papers.toSorted((a, b) => b.students - a.students || a.title.localeCompare(b.title, 'fr')),
    exercises: exercises
      .toSorted((a, b) => a.share - b.share || b.marks - a.marks || a.title.localeCompare(b.title, 'fr'))
      .slice(0, MOST_EXERCISES),
  }
}

function average({ title, earned, possible, ...sums }: ExerciseSums) {
  return { ...sums, exercise: title, share: Math.round((earned / possible) * 1000) / 1000 }
}
