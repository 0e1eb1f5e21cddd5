import { studentCalls, sumOf } from './bill.ts'
import { compute, documents, peak, student } from './usage.ts'

// What so many students ask for at their worst moment.

/** At the worst minute, calls of the API a second. */
export function peakCalls(students: number): number {
  const online = students * peak.online
  const calls = studentCalls()
  const perHour = sumOf(Object.values(calls)) / student.hours
  const arriving = (students * peak.arrivingPerMinute) / 60
  return (online * perHour) / 3600 + arriving * ARRIVAL_CALLS
}

/** The claim, and the two lists of the first page. */
const ARRIVAL_CALLS = 3

/** Openings of documents a second in the busiest hour. */
export function openings(students: number): number {
  return (students * peak.online * ((studentCalls().getTicket ?? 0) / student.hours)) / 3600
}

/** Documents that a minute of the busiest hour fetches from Drive when no copy at the edge is fresh, after a quiet night. */
export function coldFetches(students: number): number {
  const copies = documents.stored * documents.locations
  return copies * (1 - Math.exp((-openings(students) * 60) / copies))
}

/** Runs of the streaming origin at one time, in that minute. */
export function originRuns(students: number): number {
  return (coldFetches(students) / 60) * documents.secondsPerFetch
}

/** Functions that run at the same time. */
export function concurrency(students: number): number {
  const triggers = (students * (peak.signingInPerMinute + 2 * peak.signingUpPerMinute)) / 60
  return (
    peakCalls(students) * (compute.perCall + compute.coldStarts * compute.perColdStart) +
    triggers * compute.perTrigger +
    originRuns(students)
  )
}

/** New accounts a second, after an announcement. */
export const signUps = (students: number) => (students * peak.signingUpPerMinute) / 60
