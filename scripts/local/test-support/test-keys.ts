import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateKeyPem, readPrivateKey } from '../keys.ts'

const NAMES = ['user-pool', 'drive', 'documents'] as const

/** Makes the keys that all suites of a run share, because making one takes longer than most tests. Jest's global setup. */
export default function createTestKeys(): void {
  const folder = mkdtempSync(join(tmpdir(), 'test-keys-'))
  for (const name of NAMES) readPrivateKey(folder, name)
  process.env['TEST_KEYS'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true }))
}

/** The private key (PEM, RSA) of one part of a test's site. Outside Jest, as in a benchmark, a new one each time. */
export function testKey(name: (typeof NAMES)[number]): string {
  const folder = process.env['TEST_KEYS']
  return folder === undefined ? createPrivateKeyPem() : readPrivateKey(folder, name)
}
