import { routes } from '#shared/contract/routes.ts'
import { originSecretNames } from '../../names.ts'
import { loadStage } from '../../stages.ts'
import {
  createResources,
  functionsOf,
  oneOf,
  type Stacks,
  synthesise,
} from '../../test-support/synthesise.ts'

const first = synthesise('dev')
const later = synthesise('dev', {}, { originSecretVersion: 5 })

/** Returns the names of the site's secrets that dynamic references in a value lead to. */
function referredIn({ site }: Stacks, value: unknown): unknown[] {
  const secrets = createResources(site, 'AWS::SecretsManager::Secret')
  const ids = JSON.stringify(value).matchAll(
    /\{\{resolve:secretsmanager:",\{"Ref":"(\w+)"\},":SecretString:::\}\}/g,
  )
  return [...ids].flatMap(([, id = '']) => secrets[id]?.Properties['Name'] ?? [])
}

type OriginConfig = {
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
}

/** Custom headers of the origins, with the host of each. */
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
  test(`CloudFront sends ${sent} to the API and to no other origin`, () => {
    const [header, ...others] = originHeaders(stacks)
    expect(others).toEqual([])
    expect(header).toMatchObject({
      HeaderName: 'x-origin-secret',
      host: expect.stringContaining('execute-api'),
    })
    expect(referredIn(stacks, header?.HeaderValue)).toEqual(named(sent))
  })

  test(`exactly the functions behind the API trust ${String(trusted)}`, () => {
    const behindTheApi = new Set(Object.values(routes).map(({ capability }) => capability as string))
    for (const [name, { Properties }] of Object.entries(functionsOf(stacks))) {
      const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> }
      const expected = behindTheApi.has(name) ? named(...trusted) : []
      expect([name, referredIn(stacks, Variables['ORIGIN_SECRETS'] ?? null)]).toEqual([name, expected])
      expect([name, referredIn(stacks, Variables)]).toEqual([name, expected])
    }
  })

  test('generates each secret once per version', () => {
    const secrets = Object.values(createResources(stacks.site, 'AWS::SecretsManager::Secret'))
    const own = secrets.filter(({ Properties }) => String(Properties['Name']).includes('origin-secret'))
    expect(own.map(({ Properties }) => Properties['Name'])).toEqual(named(...trusted))
    for (const { Properties } of own)
      expect(Properties).toMatchObject({
        GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true },
      })
  })
})

test("keeps a secret's logical id across versions", () => {
  const idsAt = (originSecretVersion: number) =>
    Object.entries(
      createResources(synthesise('dev', {}, { originSecretVersion }).site, 'AWS::SecretsManager::Secret'),
    ).filter(([, { Properties }]) => Properties['Name'] === named(5)[0])
  expect(idsAt(4)).toEqual(idsAt(5))
  expect(idsAt(4)).toHaveLength(1)
})

// During a deployment or rollback each edge location and function may have either version.
test.each([1, 2, 3, 7])(
  'accepts every combination of old and new sides when version %d is raised',
  (version) => {
    const stage = loadStage('prod', {})
    const states = [version, version + 1].map((each) =>
      originSecretNames({ ...stage, originSecretVersion: each }),
    )
    for (const { sent } of states) for (const { trusted } of states) expect(trusted).toContain(sent)
  },
)
