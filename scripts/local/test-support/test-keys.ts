import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { createPrivateKeyPem, readPrivateKey } from '../keys.ts'

const NAMES = ['user-pool', 'drive', 'documents'] as const

/** Kept for the next run, so that a run that is killed leaves nothing behind. */
const FOLDER = join(ROOT, 'node_modules/.cache/test-keys')

/** Makes the keys that all suites share, because making one takes longer than most tests. Vitest's global setup. */
export default function createTestKeys(): void {
  for (const name of NAMES) readPrivateKey(FOLDER, name)
  process.env['TEST_KEYS'] = FOLDER
}

/** The private key (PEM, RSA) of one part of a test's site. Outside the tests, as in a benchmark, a new one each time. */
export function testKey(name: (typeof NAMES)[number]): string {
  const folder = process.env['TEST_KEYS']
  return folder === undefined ? createPrivateKeyPem() : readPrivateKey(folder, name)
}
