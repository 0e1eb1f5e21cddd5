import { openStagePool, openStageTable, openStoredTable } from './stage-access.ts'
import { type Aws, json, startAws } from './test-support/aws.ts'

test.each([
  { name: 'openStageTable', open: () => openStageTable('dev') },
  { name: 'openStoredTable', open: () => openStoredTable('dev') },
])("$name opens the table in the stage's region, whatever the terminal is set to", async ({ open }) => {
  process.env.AWS_REGION = 'us-east-1'
  const { client, name } = await open()
  expect([name, await client.config.region()]).toEqual(['revision-dev', 'eu-west-3'])
  client.destroy()
})

describe('the user pool', () => {
  let aws: Aws
  let parameters: Record<string, string>
  beforeAll(async () => {
    aws = await startAws(({ operation, parameters: { Name = '' } }) => {
      if (operation !== 'GetParameter') return undefined
      const Value = parameters[Name]
      return Value === undefined ? json({ __type: 'ParameterNotFound' }, 400) : json({ Parameter: { Value } })
    })
    Object.assign(process.env, aws.environment)
  })
  afterAll(() => aws.stop())

  test('is the one that the deployment names, also beside an earlier one', async () => {
    parameters = { '/revision/dev/user-pool-id': 'eu-west-3_New' }
    expect((await openStagePool('dev')).userPoolId).toBe('eu-west-3_New')
  })

  test('is missing where the stage is not deployed', async () => {
    parameters = {}
    await expect(openStagePool('dev')).rejects.toThrow('est-il déployé')
  })
})
