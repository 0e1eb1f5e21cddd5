import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { type Bar, figureOf, isHeld } from '#scripts/quality/bench/figure.ts'
import type { ReceivedScript } from '#scripts/quality/bench/web/received-scripts.ts'

/** Scripts whose modules are named when a page receives too much. */
const NAMED = 4

/**
 * Whether what a page does is within its bar. Where it is not, the test fails at its end, and says by how much and, of
 * scripts, which of them are the largest and what they are made of.
 */
export function holds(bar: Bar, what: string, value: number, scripts: readonly ReceivedScript[] = []): void {
  const figure = figureOf(bar, what, value)
  if (isHeld(figure)) return
  const limit = 'exactly' in bar.limit ? `exactly ${bar.limit.exactly}` : `at most ${bar.limit.atMost}`
  const message = `${bar.bar}, ${what}: ${value} ${bar.unit}, where ${limit} is allowed\n${largest(scripts)}`
  expect.soft(isHeld(figure), message).toBe(true)
}

function largest(scripts: readonly ReceivedScript[]): string {
  if (scripts.length === 0) return ''
  const chosen = scripts.toSorted((one, other) => other.size - one.size).slice(0, NAMED)
  const names = chosen.map(({ file }) => file.replace(/-[\w-]{8}\.js$/, ''))
  return execFileSync(process.execPath, ['web/build/chunk-modules.ts', ...names], {
    encoding: 'utf8',
    // Without the settings of the test runner, which are meant for its own process.
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
}
