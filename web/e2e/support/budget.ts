import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import {
  type Figure,
  formatLimit,
  formatValue,
  isWithin,
  type LimitName,
  limits,
} from '#scripts/quality/limits.ts'
import type { ReceivedScript } from './received-scripts.ts'
import { test } from './story.ts'

/** Number of scripts whose modules are named when a page receives too much. */
const NAMED = 4

/**
 * Fails the test at its end when a value exceeds its limit; the message names the excess and the largest scripts with
 * their modules. Every value is attached to the test for `npm run bench`.
 */
export function holds(
  limit: LimitName,
  of: string,
  value: number,
  scripts: readonly ReceivedScript[] = [],
): void {
  const figure: Figure = { limit, of, value }
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(figure) })
  if (isWithin(figure)) return
  const message = `${limits[limit].name}, ${of}: ${formatValue(figure)}, ${formatLimit(limit)}\n${largest(scripts)}`
  expect.soft(isWithin(figure), message).toBe(true)
}

function largest(scripts: readonly ReceivedScript[]): string {
  if (scripts.length === 0) return ''
  const chosen = scripts.toSorted((one, other) => other.size - one.size).slice(0, NAMED)
  const names = chosen.map(({ file }) => file.replace(/-[\w-]{8}\.js$/, ''))
  return execFileSync(process.execPath, ['web/build/chunk-modules.ts', ...names], {
    encoding: 'utf8',
    // Excludes the settings of the test runner, which are meant for its own process.
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
}
