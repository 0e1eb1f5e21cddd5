import { type Aws, json, startAws } from '../test-support/aws.ts'
import { accountFindings } from './missing-accounts.ts'

/** Remains of an earlier deployment, and the present one; null where there is none. */
let deployed: { profiles: number | null; poolId: string | null; accounts: object[] }
let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation, parameters }) => {
    const { profiles, poolId, accounts } = deployed
    switch (operation) {
      case 'Query':
        return profiles === null
          ? json({ __type: 'ResourceNotFoundException' }, 400)
          : json({ Count: profiles })
      case 'GetParameter':
        return poolId === null
          ? json({ __type: 'ParameterNotFound' }, 400)
          : json({ Parameter: { Value: poolId } })
      case 'ListUsers':
        return parameters['UserPoolId'] === poolId ? json({ Users: accounts }) : undefined
      default:
        return undefined
    }
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

const find = async (given: typeof deployed) => {
  deployed = given
  return accountFindings('staging', { region: 'eu-west-3' })
}

test.each([
  { what: 'that a new stack would adopt', given: { profiles: 1, poolId: null, accounts: [] } },
  { what: 'beside an empty pool', given: { profiles: 1, poolId: 'eu-west-3_New', accounts: [] } },
])('warns of profiles $what, and says how their accounts come back', async ({ given }) => {
  expect(await find(given)).toEqual([
    {
      kind: 'warning',
      text: expect.stringContaining(
        'npm run restore -- --stage staging --file avant.ndjson.gz --new-pool --into-non-empty',
      ) as string,
    },
  ])
})
