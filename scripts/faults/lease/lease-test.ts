import * as fc from 'fast-check'
import { setClock } from '#functions/test-support/clock.ts'
import {
  BOUNDARIES,
  claimAfter,
  claimAtOnce,
  DEVICES,
  histories,
  playHistory,
} from '#functions/test-support/one-session.ts'
import { startSite } from '#functions/test-support/site.ts'

export type LeaseReport = {
  rounds: number
  winners: number
  refusals: number
  boundaries: number
  histories: number
  /** Rounds without exactly one winner, boundaries that lie elsewhere, histories that differ from the rule. */
  faults: { rounds: string[]; boundaries: string[]; histories: string[] }
}

/** Lets devices of one account claim its session at once, at the boundary of 60 s, and in random histories (bar R1). */
export async function testLease(
  { rounds, histories: runs }: { rounds: number; histories: number },
  say: (text: string) => void = () => {},
): Promise<LeaseReport> {
  const site = await startSite()
  const report: LeaseReport = {
    rounds,
    winners: 0,
    refusals: 0,
    boundaries: BOUNDARIES.length,
    histories: runs,
    faults: { rounds: [], boundaries: [], histories: [] },
  }
  const { faults } = report
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { won, refused, isHeld } = await claimAtOnce(site, round)
      report.winners += won
      report.refusals += refused
      if (won !== 1 || refused !== DEVICES - 1 || !isHeld)
        faults.rounds.push(`round ${round}: ${won} won, ${refused} refused, held: ${isHeld}`)
      if ((round + 1) % 10 === 0)
        say(`${round + 1} rounds of ${DEVICES} claims, ${faults.rounds.length} faults`)
    }
    for (const { idle, status } of BOUNDARIES) {
      const { claimed, held } = await claimAfter(site, idle)
      const isRight = claimed.status === status && held.status === (status === 200 ? 403 : 200)
      if (!isRight) faults.boundaries.push(`idle for ${idle} s: ${claimed.status}, the holder ${held.status}`)
    }
    const checked = await fc.check(
      fc.asyncProperty(histories, async (history) => {
        const difference = await playHistory(site, history)
        if (difference !== null) throw new Error(difference)
      }),
      { numRuns: runs },
    )
    if (checked.failed) faults.histories.push(fc.defaultReportMessage(checked) ?? 'a history differs')
    say(`${BOUNDARIES.length} boundaries, ${runs} histories`)
    return report
  } finally {
    setClock(null)
    await site.stop()
  }
}
