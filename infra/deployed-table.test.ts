import { oneOf, synthesise } from './test-support/synthesise.ts'

type Keys = { AttributeName: string }[]
type Index = { IndexName: string; KeySchema: Keys; Projection: { NonKeyAttributes: string[] } }
type Table = { KeySchema: Keys; GlobalSecondaryIndexes: Index[] }

/** The keys of a table or an index, and the attributes that an index projects beside them. */
type Shape = { keys: string[]; carries: string[] }

/**
 * The table and its indexes as they are deployed, written by hand instead of derived from the entities. A version that
 * adds or removes an index adds or removes its entry; no entry is changed.
 */
const DEPLOYED: Record<string, Shape> = {
  table: { keys: ['pk', 'sk'], carries: [] },
  gsi1: { keys: ['gsi1pk', 'gsi1sk'], carries: ['searchText'] },
  gsi2: {
    keys: ['gsi2pk', 'gsi2sk'],
    carries: [
      'id',
      'title',
      'year',
      'session',
      'resourceType',
      'type',
      'isFree',
      'size',
      'pages',
      'available',
    ],
  },
  gsi3: {
    keys: ['gsi3pk', 'gsi3sk'],
    carries: [
      'id',
      'title',
      'description',
      'track',
      'theme',
      'chapter',
      'year',
      'session',
      'thumbnail',
      'createdAt',
      'premiumUntil',
      'blockedAt',
    ],
  },
}

const INDEX_CHANGED = `CloudFormation cannot change an index. Leave it as it is in
functions/data/table/table-shape.ts, with its attributes as a list of names, and add one with the same keys and another
name, to be read from. A later version removes the old one (docs/upgrading.md, 'Indexes').`
const KEYS_CHANGED = 'CloudFormation would put a new, empty table in place of this one.'
const NOT_LISTED = `It is not in the list of this test: add or remove its entry with the version that deploys the change.
CloudFormation adds or removes one index a deployment.`

/** Returns the obstacles to a deployment of a changed table, each with its remedy. */
function refusals(deployed: Record<string, Shape>, wanted: Record<string, Shape>): string[] {
  return [...new Set([...Object.keys(deployed), ...Object.keys(wanted)])].flatMap((name) => {
    if (JSON.stringify(deployed[name]) === JSON.stringify(wanted[name])) return []
    if (name === 'table') return [`${name}: ${KEYS_CHANGED}`]
    return [`${name}: ${deployed[name] && wanted[name] ? INDEX_CHANGED : NOT_LISTED}`]
  })
}

const keysOf = (keys: Keys) => keys.map(({ AttributeName }) => AttributeName)

function shapesOf({ KeySchema, GlobalSecondaryIndexes }: Table): Record<string, Shape> {
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => [
    IndexName,
    { keys: keysOf(keys), carries: Projection.NonKeyAttributes },
  ])
  return { table: { keys: keysOf(KeySchema), carries: [] }, ...Object.fromEntries(indexes) }
}

test('keeps the keys of the deployed table, and its indexes under their names', () => {
  const { Properties } = oneOf(synthesise('prod').data, 'AWS::DynamoDB::Table')
  expect(refusals(DEPLOYED, shapesOf(Properties as unknown as Table))).toEqual([])
})
