import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import {
  FIRST_SIGNING_KEYS,
  KEY_SLOTS,
  readSigningKeys,
  SIGNING_KEYS_FILE,
  type SigningKeys,
} from '#infra/signing-keys.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { type Rotation, rotate, stepsFrom } from './rotate-signing-key.ts'

const SCRIPT = fileURLToPath(new URL('./rotate-signing-key.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rotation-'))
const file = join(folder, 'signing-keys.json')

beforeEach(() => copyFileSync(SIGNING_KEYS_FILE, file))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rotation = (parts: Partial<Rotation> = {}): Rotation => ({
  stage: 'prod',
  file,
  deploy: async () => {},
  spread: async () => {},
  say: () => {},
  ...parts,
})

test('renews the idle slot, waits for the edge, then lets it sign; the file holds what is deployed', async () => {
  const others = { ...readSigningKeys(file), prod: undefined }
  const order: unknown[] = []
  await rotate(
    rotation({
      deploy: async (keys) => void order.push(keys),
      spread: async () => void order.push('spread'),
      say: (line) => order.push(line),
    }),
  )
  expect(order).toEqual([
    "Nouvelle clé dans l'emplacement B, qui ne signe pas",
    { active: 'A', versions: { A: 1, B: 2 } },
    'spread',
    "L'emplacement B signe les liens",
    { active: 'B', versions: { A: 1, B: 2 } },
  ])
  expect(readSigningKeys(file)).toEqual({ ...others, prod: { active: 'B', versions: { A: 1, B: 2 } } })

  await rotate(rotation())
  expect(readSigningKeys(file).prod).toEqual({ active: 'A', versions: { A: 2, B: 2 } })
})

test.each([
  { failing: 0, left: ['renew', 'activate'] },
  { failing: 1, left: ['activate'] },
])('when deployment $failing fails, what is left is $left', async ({ failing, left }) => {
  let calls = 0
  const deploy = async () => {
    calls += 1
    if (calls === failing + 1) throw new Error('rolled back')
  }
  await expect(rotate(rotation({ deploy }))).rejects.toThrow('rolled back')
  const entry = readSigningKeys(file).prod ?? FIRST_SIGNING_KEYS
  expect(entry).toMatchObject({ active: 'A', next: expect.anything() })
  expect(stepsFrom(entry).map(({ kind }) => kind)).toEqual(left)
  await rotate(rotation())
  expect(readSigningKeys(file).prod).toEqual({ active: 'B', versions: { A: 1, B: 2 } })
})

/** Outcomes of a deployment: complete, or broken off with the new slots in place or not. */
const fate = constantFrom('done', 'done but not noted', 'rolled back')

test('no deployment renews a key that signs before or after it, wherever a rotation is interrupted', async () => {
  await assert(
    asyncProperty(array(fate, { maxLength: 24 }), async (fates) => {
      copyFileSync(SIGNING_KEYS_FILE, file)
      let deployed: SigningKeys = FIRST_SIGNING_KEYS
      const left = [...fates]
      const deploy = async (keys: SigningKeys) => {
        const outcome = left.shift() ?? 'done'
        const renewed = KEY_SLOTS.filter((slot) => keys.versions[slot] !== deployed.versions[slot])
        expect(renewed).not.toContain(deployed.active)
        expect(renewed).not.toContain(keys.active)
        if (outcome !== 'rolled back') deployed = keys
        if (outcome !== 'done') throw new Error(outcome)
      }
      while (left.length > 0) await rotate(rotation({ deploy })).catch(expectFate)
      const before = deployed
      await rotate(rotation({ deploy }))
      expect(readSigningKeys(file).prod).toEqual(deployed)
      expect(deployed.versions[deployed.active]).toBeGreaterThanOrEqual(before.versions[deployed.active])
    }),
    RUNS,
  )
})

/** A broken-off deployment may end a rotation, a failed expectation may not. */
function expectFate(error: unknown): void {
  if (!(error instanceof Error) || !/^(?:done but not noted|rolled back)$/.test(error.message)) throw error
}

test('the command deploys nothing without a terminal to confirm', () => {
  const before = readFileSync(SIGNING_KEYS_FILE, 'utf8')
  const ended = spawnSync(process.execPath, [SCRIPT, '--stage', 'prod'], { encoding: 'utf8' })
  expect(ended).toMatchObject({ status: 2, stdout: '' })
  expect(ended.stderr).toContain('Lancez la commande dans un terminal')
  expect(readFileSync(SIGNING_KEYS_FILE, 'utf8')).toBe(before)
})
