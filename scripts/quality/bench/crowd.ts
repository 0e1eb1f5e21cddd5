import { randomUUID } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Table } from '#functions/data/client.ts'
import { createResources } from '#functions/data/resources.ts'
import { createUsers } from '#functions/data/users.ts'
import { putMany } from '#functions/data/write.ts'
import { documentedResource } from '#functions/test-support/content.ts'
import { person } from '#functions/test-support/people.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'

type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
type Item = Record<string, unknown>

/** What transactions would have written: whole items, and by how much counters grow. */
type Recorded = { items: Item[]; counters: Map<string, { key: Item; sums: Map<string, number> }> }

/** Accounts loaded at a time: their items are held in memory. */
const AT_ONCE = 2_000

/**
 * Students as sign-ups leave them: the repositories' own transactions, recorded instead of sent and then written in batches,
 * since a hundred thousand transactions would take an hour.
 */
export async function enrolMany(table: Table, from: number, upTo: number): Promise<void> {
  for (let start = from; start < upTo; start += AT_ONCE) {
    const recorded: Recorded = { items: [], counters: new Map() }
    const users = createUsers({ name: table.name, client: recorder(recorded) })
    for (let number = start; number < Math.min(start + AT_ONCE, upTo); number += 1)
      await users.createByOperator(person({ email: emailOf(number), isPremium: true, lease: null }))
    await putMany(table, recorded.items)
    await addUp(table, recorded)
  }
}

/** Of one length, so that pages of users weigh the same: each character is a search entry. */
function emailOf(number: number): string {
  return `${number.toString(36).padStart(4, '0')}@x.ma`
}

/** As long as a search entry may be, so that pages of what is found weigh the same whatever chapter they come from. */
const TITLE = `Énoncé ${'n'.repeat(93)}`

/** Resources in every chapter but the one that is measured, which holds as many at any size. */
export async function addMany(table: Table, from: number, upTo: number): Promise<void> {
  const places = TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap(({ slug, chapters }) =>
      chapters.map((chapter) => ({ track, theme: slug, chapter })),
    ),
  )
  const resources = Array.from({ length: upTo - from }, (_, index) => {
    const place = places[1 + ((from + index) % (places.length - 1))]
    return documentedResource({
      ...place,
      title: TITLE,
      year: String(2008 + ((from + index) % 18)),
      createdAt: new Date(Date.UTC(2026, 0, 1) + from + index).toISOString(),
    })
  })
  await createResources(table).putAll(resources)
}

/** A client that writes nothing, and remembers what it was asked to write as one. */
function recorder({ items, counters }: Recorded): DynamoDBDocumentClient {
  const send = async ({ input }: { input: TransactWriteCommandInput }): Promise<object> => {
    for (const part of input.TransactItems ?? []) record(part)
    return {}
  }
  function record({ Put, Update, ConditionCheck }: Part): void {
    if (Put?.Item) items.push(Put.Item)
    else if (Update) count(Update)
    else if (!ConditionCheck) throw new Error('A part of a transaction that is not known here')
  }
  function count({ Key = {}, UpdateExpression = '', ...names }: NonNullable<Part['Update']>): void {
    const id = JSON.stringify(Key)
    const counter = counters.get(id) ?? { key: Key, sums: new Map<string, number>() }
    counters.set(id, counter)
    if (!/^ADD #\w+ :\w+(?:, #\w+ :\w+)*$/.test(UpdateExpression)) throw new Error(UpdateExpression)
    for (const [, name = '', value = ''] of UpdateExpression.matchAll(/(#\w+) (:\w+)/g)) {
      const attribute = names.ExpressionAttributeNames?.[name] ?? name
      const by = Number(names.ExpressionAttributeValues?.[value])
      counter.sums.set(attribute, (counter.sums.get(attribute) ?? 0) + by)
    }
  }
  return { send } as unknown as DynamoDBDocumentClient
}

async function addUp({ client, name }: Table, { counters }: Recorded): Promise<void> {
  for (const { key, sums } of counters.values()) {
    const attributes = [...sums.keys()]
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: key,
        UpdateExpression: `ADD ${attributes.map((_, index) => `#a${index} :v${index}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(attributes.map((each, index) => [`#a${index}`, each])),
        ExpressionAttributeValues: Object.fromEntries(
          attributes.map((each, index) => [`:v${index}`, sums.get(each)]),
        ),
      }),
    )
  }
}

/** A chapter of 20 resources, the first of all, and twelve free videos. */
export async function addMeasured(table: Table): Promise<string> {
  const chapter = Array.from({ length: 20 }, (_, index) =>
    documentedResource({ year: String(2000 + index), createdAt: '2025-12-01T00:00:00.000Z' }),
  )
  const videos = Array.from({ length: 12 }, () =>
    documentedResource({ chapter: 'Dipôle RC', theme: 'electricite', isFree: true, type: 'video' }),
  )
  await createResources(table).putAll([...chapter, ...videos])
  return chapter[0]?.id ?? randomUUID()
}
