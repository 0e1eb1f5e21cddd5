import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeySlot, type SigningKeys } from '../../signing-keys.ts'
import {
  environmentOf,
  functionsOf,
  oneOf,
  type Resource,
  referred,
  synthesise,
} from '../../test-support/synthesise.ts'

const folder = mkdtempSync(join(tmpdir(), 'signing-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Site template of a stage with the given key slots. */
function siteWith(keys: SigningKeys) {
  const file = join(folder, `${keys.active}-${keys.versions.A}-${keys.versions.B}.json`)
  writeFileSync(file, JSON.stringify({ prod: keys }))
  return synthesise('prod', { SIGNING_KEYS_FILE: file })
}

/** Returns the logical ids of the public keys in the group. */
function trusted({ site }: ReturnType<typeof siteWith>): string[] {
  const { KeyGroupConfig } = oneOf(site, 'AWS::CloudFront::KeyGroup').Properties
  return (KeyGroupConfig as { Items: { Ref: string }[] }).Items.map(({ Ref }) => Ref)
}

/** Active key of the ticket function: the public key's logical id and the secret's name. */
function signsWith(stacks: ReturnType<typeof siteWith>) {
  const files = functionsOf(stacks)['files'] as Resource
  const { Variables } = files.Properties['Environment'] as {
    Variables: { SIGNING_KEY_PAIR_ID: { Ref: string } }
  }
  return { key: Variables.SIGNING_KEY_PAIR_ID.Ref, secret: environmentOf(files)['SIGNING_KEY_SECRET_ID'] }
}

/** Secret name and version of a public key's pair. */
function pairOf({ site }: ReturnType<typeof siteWith>, publicKey: string) {
  const { PublicKeyConfig } = referred(site, { Ref: publicKey }).Properties
  const { EncodedKey } = PublicKeyConfig as { EncodedKey: { 'Fn::GetAtt': [string, string] } }
  const pair = referred(site, { Ref: EncodedKey['Fn::GetAtt'][0] }).Properties
  return { secret: referred(site, pair['SecretId']).Properties['Name'], version: pair['KeyVersion'] }
}

test.each([
  { active: 'A', secret: 'revision/prod/signing-key-a', version: '3' },
  { active: 'B', secret: 'revision/prod/signing-key-b', version: '7' },
] satisfies { active: KeySlot; secret: string; version: string }[])(
  'both keys are trusted and $active signs',
  ({ active, secret, version }) => {
    const stacks = siteWith({ active, versions: { A: 3, B: 7 } })
    expect(trusted(stacks).map((key) => pairOf(stacks, key))).toEqual([
      { secret: 'revision/prod/signing-key-a', version: '3' },
      { secret: 'revision/prod/signing-key-b', version: '7' },
    ])
    const signing = signsWith(stacks)
    expect(trusted(stacks)).toContain(signing.key)
    expect(signing.secret).toBe(secret)
    expect(pairOf(stacks, signing.key)).toEqual({ secret, version })
  },
)

test('replaces the idle key and keeps the active one', () => {
  const before = siteWith({ active: 'A', versions: { A: 3, B: 7 } })
  const after = siteWith({ active: 'A', versions: { A: 3, B: 8 } })
  expect(signsWith(after)).toEqual(signsWith(before))
  expect(trusted(after)[0]).toBe(trusted(before)[0])
  expect(trusted(after)[1]).not.toBe(trusted(before)[1])
})
