import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { createPrivateKeyPem, readPrivateKey } from '../data-folder.ts'

const NAMES = ['user-pool', 'drive', 'documents'] as const

/** The keys stay for the next run. */
const FOLDER = join(ROOT, 'node_modules/.cache/test-keys')

/** Makes the keys that all suites share, because making one takes longer than most tests. Vitest's global setup. */
export default function createTestKeys(): void {
  for (const name of NAMES) readPrivateKey(FOLDER, name)
  process.env['TEST_KEYS'] = FOLDER
}

/** Returns the private key (PEM, RSA) of one part of a test's site; outside the tests a new one each time. */
export function testKey(name: (typeof NAMES)[number]): string {
  const folder = process.env['TEST_KEYS']
  return folder === undefined ? createPrivateKeyPem() : readPrivateKey(folder, name)
}
