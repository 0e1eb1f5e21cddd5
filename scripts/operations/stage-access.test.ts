import { openStageTable, openStoredTable } from './stage-access.ts'

test.each([
  { name: 'openStageTable', open: () => openStageTable('dev') },
  { name: 'openStoredTable', open: () => openStoredTable('dev') },
])("$name opens the table in the stage's region, whatever the terminal is set to", async ({ open }) => {
  process.env.AWS_REGION = 'us-east-1'
  const { client, name } = await open()
  expect([name, await client.config.region()]).toEqual(['revision-dev', 'eu-west-3'])
  client.destroy()
})
