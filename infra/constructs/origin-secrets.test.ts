import { routes } from '#shared/contract/routes.ts'
import { originSecretNames } from '../names.ts'
import { loadStage } from '../stages.ts'
import { createResources, functionsOf, oneOf, type Stacks, synthesise } from '../test-support/synthesise.ts'

const first = synthesise('dev')
const later = synthesise('dev', {}, { originSecretVersion: 5 })

/** The names of the secrets that dynamic references in a value lead to. */
function referredIn({ site }: Stacks, value: unknown): unknown[] {
  const secrets = createResources(site, 'AWS::SecretsManager::Secret')
  const ids = JSON.stringify(value).matchAll(
    /\{\{resolve:secretsmanager:",\{"Ref":"(\w+)"\},":SecretString:::\}\}/g,
  )
  return [...ids].map(([, id = '']) => secrets[id]?.Properties['Name'])
}

type OriginConfig = {
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
}

/** What the origins get of their own, with the host that each is asked at. */
function originHeaders({ site }: Stacks) {
  const { DistributionConfig } = oneOf(site, 'AWS::CloudFront::Distribution').Properties
  const { Origins } = DistributionConfig as { Origins: OriginConfig[] }
  return Origins.flatMap(({ DomainName, OriginCustomHeaders = [] }) =>
    OriginCustomHeaders.map((header) => ({ host: JSON.stringify(DomainName), ...header })),
  )
}

const named = (...versions: number[]) => versions.map((version) => `revision/dev/origin-secret-${version}`)

describe.each([
  { version: 1, stacks: first, sent: 1, trusted: [1, 2] },
  { version: 5, stacks: later, sent: 5, trusted: [4, 5, 6] },
])('at version $version', ({ stacks, sent, trusted }) => {
  test(`CloudFront shows ${sent} to the API, and to nobody else`, () => {
    const [header, ...others] = originHeaders(stacks)
    expect(others).toEqual([])
    expect(header).toMatchObject({
      HeaderName: 'x-origin-secret',
      host: expect.stringContaining('execute-api'),
    })
    expect(referredIn(stacks, header?.HeaderValue)).toEqual(named(sent))
  })

  test(`every function behind the API, and no other, trusts ${String(trusted)}`, () => {
    const behindTheApi = new Set(Object.values(routes).map(({ capability }) => capability as string))
    for (const [name, { Properties }] of Object.entries(functionsOf(stacks))) {
      const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> }
      const expected = behindTheApi.has(name) ? named(...trusted) : []
      expect([name, referredIn(stacks, Variables['ORIGIN_SECRETS'] ?? null)]).toEqual([name, expected])
      expect([name, referredIn(stacks, Variables)]).toEqual([name, expected])
    }
  })

  test('each is generated, and made again by nothing but another version', () => {
    const secrets = Object.values(createResources(stacks.site, 'AWS::SecretsManager::Secret'))
    const own = secrets.filter(({ Properties }) => String(Properties['Name']).includes('origin-secret'))
    expect(own.map(({ Properties }) => Properties['Name'])).toEqual(named(...trusted))
    for (const { Properties } of own)
      expect(Properties).toMatchObject({
        GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true },
      })
  })
})

test('a secret keeps its place in the template while versions come and go', () => {
  const idsAt = (originSecretVersion: number) =>
    Object.entries(
      createResources(synthesise('dev', {}, { originSecretVersion }).site, 'AWS::SecretsManager::Secret'),
    ).filter(([, { Properties }]) => Properties['Name'] === named(5)[0])
  expect(idsAt(4)).toEqual(idsAt(5))
  expect(idsAt(4)).toHaveLength(1)
})

// While a deployment or its rollback is under way, any edge location and any function may be of either version.
test.each([1, 2, 3, 7])(
  'from version %d to the next no call is refused, whatever changes first',
  (version) => {
    const stage = loadStage('prod', {})
    const states = [version, version + 1].map((each) =>
      originSecretNames({ ...stage, originSecretVersion: each }),
    )
    for (const { sent } of states) for (const { trusted } of states) expect(trusted).toContain(sent)
  },
)

test('CloudFormation takes at most 60 dynamic references in a template', () => {
  const [...references] = JSON.stringify(later.site.toJSON()).matchAll(/\{\{resolve:/g)
  expect(references.length).toBeLessThanOrEqual(60)
})
