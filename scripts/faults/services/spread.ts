import { seededRandom } from '#scripts/quality/seeded-random.ts'
import type { Sent } from '../changes/accounting.ts'
import { CHANGE_ROUTES, type ChangeKind } from '../changes/changes.ts'
import { sendDrawn } from '../changes/hands.ts'
import type { Lane } from '../changes/lanes.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { System } from '../product/product.ts'
import { rowsOf, type Visit } from './calls.ts'
import type { Combination } from './injector.ts'
import { judge, repeatedRefusals, type Verdict } from './judge.ts'

/** Where it is played: the people, the owner's hands, and what stood when the last combination had ended. */
export type Stage = Visit & { lanes: Lane[]; ledger: Ledger }

/**
 * What an owner changes with each of three hands while a service fails; a kind that cannot be made to what stands is left
 * out. Of Cognito those changes only that it hears of.
 */
export const HANDS: Record<System, readonly (readonly ChangeKind[])[]> = {
  table: [
    ['importResources', 'setPremium', 'addSubject', 'deleteSubject'],
    ['addResource', 'updateResource', 'deleteResource', 'syncUsers'],
    ['blockEmail', 'unblockEmail', 'deleteUser'],
  ],
  users: [
    ['syncUsers', 'setPremium'],
    ['deleteUser', 'blockEmail'],
    ['blockEmail', 'unblockEmail'],
  ],
  drive: [['addResource'], ['addSubject'], ['setPremium']],
}

/** A spread asks the table a hundred times, the others a few times only: rare faults need more calls of those. */
const MORE_OFTEN = 8

/** Everybody's calls, each person's one after the other. */
export async function spread(
  stage: Stage,
  { system, percent }: Pick<Combination, 'system' | 'percent'>,
  seed: string,
): Promise<{ sent: Sent[]; verdicts: Verdict[] }> {
  const times = system !== 'table' && percent < 100 ? MORE_OFTEN : 1
  const sent: Sent[] = []
  const verdicts: Verdict[] = []
  const hands = stage.lanes.map(async (lane, index) => {
    const hand = { ...stage, lane, random: seededRandom(`${seed}/${index}`) }
    const kinds = HANDS[system][index] ?? []
    for (const kind of Array.from({ length: times }, () => kinds).flat()) {
      const made = await sendDrawn(hand, [kind])
      if (!made) continue
      sent.push(made.sent)
      const route = CHANGE_ROUTES[kind]
      const expected = { success: 'fine', refusals: repeatedRefusals(route), isLong: route.isLong } as const
      verdicts.push(judge(made.answer, { ...expected, what: `an owner's ${kind}` }))
    }
  })
  const rows = rowsOf(stage, system === 'drive' ? times : 1).map(async (row) => {
    for await (const verdict of row()) verdicts.push(verdict)
  })
  await Promise.all([...hands, ...rows])
  return { sent, verdicts }
}
