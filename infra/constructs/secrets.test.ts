import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { routes } from '#shared/contract/routes.ts'
import { originSecretNames, signUpKeyNames } from '../names.ts'
import { loadStage, type Stage } from '../stages.ts'
import {
  createResources,
  environmentOf,
  functionsOf,
  oneOf,
  type Resource,
  referred,
  type Stacks,
  synthesise,
  synthesiseWhole,
} from '../test-support/synthesise.ts'
import { appForTests } from '../test-support/templates.ts'
import { OriginSecrets, SigningKeys } from './secrets.ts'

const first = synthesise('dev')
const later = synthesiseWhole()

type Variables = Record<string, unknown>
const variablesOf = ({ Properties }: Resource) =>
  (Properties['Environment'] as { Variables?: Variables } | undefined)?.Variables ?? {}
const secretsOf = (template: Stacks['site'], part: string) =>
  Object.values(createResources(template, 'AWS::SecretsManager::Secret'))
    .map(({ Properties }) => Properties)
    .filter(({ Name }) => String(Name).includes(part))
const stageAt = (version: number): Stage => ({
  ...loadStage('prod', {}),
  originSecretVersion: version,
  signUpKeyVersion: version,
})

describe.each([
  { stage: 'dev', stacks: first, sent: 1, trusted: [1, 2] },
  { stage: 'prod', stacks: later, sent: 5, trusted: [4, 5, 6] },
])('the origin secret at version $sent', ({ stage, stacks, sent, trusted }) => {
  const named = (...versions: number[]) =>
    versions.map((version) => `revision/${stage}/origin-secret-${version}`)

  function referredIn(value: unknown): unknown[] {
    const secrets = createResources(stacks.site, 'AWS::SecretsManager::Secret')
    const ids = JSON.stringify(value).matchAll(
      /\{\{resolve:secretsmanager:",\{"Ref":"(\w+)"\},":SecretString:::\}\}/g,
    )
    return [...ids].flatMap(([, id = '']) => secrets[id]?.Properties['Name'] ?? [])
  }

  test('is sent by CloudFront to the API and to no other origin', () => {
    const { DistributionConfig } = oneOf(stacks.site, 'AWS::CloudFront::Distribution').Properties
    const { Origins } = DistributionConfig as {
      Origins: { DomainName: unknown; OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[] }[]
    }
    const [origin, ...others] = Origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders)
    expect(others).toEqual([])
    expect(JSON.stringify(origin?.DomainName)).toContain('execute-api')
    const [header] = origin?.OriginCustomHeaders ?? []
    expect([header?.HeaderName, referredIn(header?.HeaderValue)]).toEqual(['x-origin-secret', named(sent)])
  })

  test(`is trusted with its neighbours ${String(trusted)} by exactly the functions behind the API`, () => {
    const behindTheApi = new Set(Object.values(routes).map(({ capability }) => capability as string))
    for (const [name, resource] of Object.entries(functionsOf(stacks))) {
      const expected = behindTheApi.has(name) ? named(...trusted) : []
      expect([name, referredIn(variablesOf(resource)['ORIGIN_SECRETS'] ?? null)]).toEqual([name, expected])
      expect([name, referredIn(variablesOf(resource))]).toEqual([name, expected])
    }
  })

  test('is generated once per version', () => {
    const own = secretsOf(stacks.site, 'origin-secret')
    expect(own.map(({ Name }) => Name)).toEqual(named(...trusted))
    for (const properties of own)
      expect(properties).toMatchObject({
        GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true },
      })
  })
})

test("an origin secret's logical id is the same across versions", () => {
  const idsAt = (version: number) => {
    const stack = new Stack(appForTests(), 'Secrets')
    new OriginSecrets(stack, 'OriginSecrets', { stage: stageAt(version) })
    const secrets = createResources(Template.fromStack(stack), 'AWS::SecretsManager::Secret')
    return Object.keys(secrets).filter((id) => String(secrets[id]?.Properties['Name']).endsWith('-5'))
  }
  expect(idsAt(4)).toEqual(idsAt(5))
  expect(idsAt(4)).toHaveLength(1)
})

// During a deployment or rollback each edge location and function may have either version. The trigger that trusts keys
// of sign-ups is deployed before the function that signs.
test.each([1, 2, 7])('nothing is refused while version %d of a secret is raised', (version) => {
  const states = [version, version + 1].map((each) => originSecretNames(stageAt(each)))
  for (const { sent } of states) for (const { trusted } of states) expect(trusted).toContain(sent)
  const [before, after] = [version, version + 1].map((each) => signUpKeyNames(stageAt(each)))
  expect(after?.trusted).toEqual(expect.arrayContaining([before?.signing, after?.signing]))
})

test.each([
  { stage: 'dev', stacks: first, signing: 1, trusted: [1] },
  { stage: 'prod', stacks: later, signing: 5, trusted: [4, 5] },
])('key $signing of $stage signs challenges of sign-ups and $trusted are trusted', (row) => {
  const { stage, stacks, signing, trusted } = row
  const secrets = createResources(stacks.data, 'AWS::SecretsManager::Secret')
  const { 'pre-sign-up': trigger, account } = functionsOf(stacks)
  const keys = JSON.stringify(variablesOf(trigger as Resource)['SIGN_UP_KEYS']).matchAll(/\{"Ref":"(\w+)"\}/g)
  const named = (version: number) => `revision/${stage}/sign-up-key-${version}`
  expect([...keys].map(([, id = '']) => secrets[id]?.Properties['Name'])).toEqual(trusted.map(named))
  expect(secretsOf(stacks.data, 'sign-up-key').map(({ Name }) => Name)).toEqual(trusted.map(named))
  expect(JSON.stringify(variablesOf(account as Resource)['SIGN_UP_KEY'])).toContain(
    `secretsmanager:${named(signing)}:SecretString`,
  )
})

describe('the keys of signed URLs', () => {
  const trustedKeys = (template: Stacks['site']) => {
    const { KeyGroupConfig } = oneOf(template, 'AWS::CloudFront::KeyGroup').Properties
    return (KeyGroupConfig as { Items: { Ref: string }[] }).Items.map(({ Ref }) => Ref)
  }

  function pairOf({ site }: Stacks, publicKey: string) {
    const { PublicKeyConfig } = referred(site, { Ref: publicKey }).Properties
    const { EncodedKey } = PublicKeyConfig as { EncodedKey: { 'Fn::GetAtt': [string, string] } }
    const { SecretId, KeyVersion } = referred(site, { Ref: EncodedKey['Fn::GetAtt'][0] }).Properties
    return { secret: referred(site, SecretId).Properties['Name'], version: KeyVersion }
  }

  test.each([
    { stage: 'dev', stacks: first, versions: { a: '1', b: '1' }, signs: 'a' },
    { stage: 'prod', stacks: later, versions: { a: '3', b: '7' }, signs: 'b' },
  ] as const)('are both trusted in $stage, and $signs signs', ({ stage, stacks, versions, signs }) => {
    const pair = (slot: 'a' | 'b') => ({
      secret: `revision/${stage}/signing-key-${slot}`,
      version: versions[slot],
    })
    expect(trustedKeys(stacks.site).map((key) => pairOf(stacks, key))).toEqual([pair('a'), pair('b')])
    const files = functionsOf(stacks)['files'] as Resource
    const { Ref } = variablesOf(files)['SIGNING_KEY_PAIR_ID'] as { Ref: string }
    expect(pairOf(stacks, Ref)).toEqual(pair(signs))
    expect(environmentOf(files)['SIGNING_KEY_SECRET_ID']).toBe(pair(signs).secret)
  })

  test('are replaced one by one: the active one stays while the idle one is renewed', () => {
    const keysAt = (B: number) => {
      const stack = new Stack(appForTests(), 'Keys')
      const stage: Stage = { ...stageAt(1), signingKeys: { active: 'A', versions: { A: 3, B } } }
      new SigningKeys(stack, 'SigningKeys', { stage })
      return trustedKeys(Template.fromStack(stack))
    }
    const [before, after] = [keysAt(7), keysAt(8)]
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })
})
