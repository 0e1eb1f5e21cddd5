import { oneOf, synthesise } from './test-support/synthesise.ts'

type Keys = { AttributeName: string }[]
type Index = { IndexName: string; KeySchema: Keys; Projection: { NonKeyAttributes: string[] } }

/**
 * The keys of the table and its indexes as they are deployed, and what indexes carry, written by hand instead of derived
 * from the entities. CloudFormation cannot change an index, and would put a new, empty table in place of one with other
 * keys. So no entry is changed: a version adds an index with the same keys under another name in
 * functions/data/table/table-shape.ts, and an entry here; a later one removes both (docs/runbook.md, 'Indexes').
 */
const DEPLOYED = {
  table: { keys: ['pk', 'sk'], carries: [] },
  gsi1: { keys: ['gsi1pk', 'gsi1sk'], carries: ['searchText'] },
  gsi2: {
    keys: ['gsi2pk', 'gsi2sk'],
    carries: 'id title year session resourceType type isFree size pages available'.split(' '),
  },
  gsi3: {
    keys: ['gsi3pk', 'gsi3sk'],
    carries:
      'id title description track theme chapter year session thumbnail createdAt premiumUntil blockedAt'.split(
        ' ',
      ),
  },
}

test('keeps the keys of the deployed table, and its indexes under their names', () => {
  const { KeySchema, GlobalSecondaryIndexes } = oneOf(synthesise('dev').data, 'AWS::DynamoDB::Table')
    .Properties as { KeySchema: Keys; GlobalSecondaryIndexes: Index[] }
  const keysOf = (keys: Keys) => keys.map(({ AttributeName }) => AttributeName)
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => [
    IndexName,
    { keys: keysOf(keys), carries: Projection.NonKeyAttributes },
  ])
  const table = { keys: keysOf(KeySchema), carries: [] }
  expect({ table, ...Object.fromEntries(indexes) }).toEqual(DEPLOYED)
})
