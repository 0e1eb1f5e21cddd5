import type { Bar } from '#scripts/quality/bench/figure.ts'
import { LONGEST_ANSWER_MS, LONGEST_WORK_MS } from './services/judge.ts'

const none = { unit: '', limit: { exactly: 0 } } as const

/** The bars of reliability, R1 to R6; docs/reliability.md tells how each is played. */
export const bars = {
  lease: { bar: 'R1', ...none },
  crash: { bar: 'R2', ...none },
  replay: { bar: 'R3', ...none },
  faults: { bar: 'R4', ...none },
  longestAnswer: { bar: 'R4', unit: 'ms', limit: { atMost: LONGEST_ANSWER_MS } },
  longestWork: { bar: 'R4', unit: 'ms', limit: { atMost: LONGEST_WORK_MS } },
  browser: { bar: 'R5', ...none },
  restore: { bar: 'R6', ...none },
} as const satisfies Record<string, Bar>
