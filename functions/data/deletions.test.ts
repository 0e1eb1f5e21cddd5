import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { sampleQuestion } from '#shared/entities/question.ts'
import { storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { auditEntry, SYSTEM } from './audit.ts'
import { createDeletions } from './deletions.ts'
import { deletionKey, reportId } from './keys.ts'
import { createQuestions } from './questions.ts'
import { createUsers } from './users.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const now = new Date('2026-03-01T10:00:00.000Z')

async function expiryOf(userId: string): Promise<unknown> {
  const { client, name } = store.table
  const { Item } = await client.send(new GetCommand({ TableName: name, Key: deletionKey(userId) }))
  return Item?.expiresAt
}

test('remembers a deletion until it is done, and for two days after that', async () => {
  const user = await storeUser(store.table)
  const deletions = createDeletions(store.table)
  const change = { action: 'DELETE_USER', target: user.email, before: null, after: null } as const
  await createUsers(store.table).beginDeletion(user, auditEntry(SYSTEM, now, change))
  expect(await deletions.listRemembered()).toEqual([{ userId: user.id, isDone: false }])
  expect(await expiryOf(user.id)).toBeUndefined()
  await deletions.finish(user.id, now)
  expect(await deletions.listRemembered()).toEqual([{ userId: user.id, isDone: true }])
  expect(await expiryOf(user.id)).toBe(Date.parse('2026-03-03T10:00:00.000Z') / 1000)
})

test('lets no answer of the account be published from its beginning on', async () => {
  const user = await storeUser(store.table)
  const questions = createQuestions(store.table)
  const answered = {
    ...sampleQuestion,
    id: reportId(user.id, 'q'.repeat(22)),
    userId: user.id,
    answer: 'Une réponse',
    answerHtml: '<p>Une réponse</p>',
    answeredAt: sampleQuestion.createdAt,
  }
  await questions.putAll([answered])
  const change = { target: user.email, before: null, after: null } as const
  const deletion = auditEntry(SYSTEM, now, { ...change, action: 'DELETE_USER' })
  await createUsers(store.table).beginDeletion(user, deletion)
  const publication = { id: 'p-late', text: 'Une question ?' }
  const published = { ...answered, publication, updatedAt: now.toISOString() }
  const entry = auditEntry(SYSTEM, now, { ...change, action: 'UPDATE_QUESTION' })
  const [question, account] = [
    { before: answered, after: published },
    { before: user, after: user },
  ]
  expect(await questions.replace(question, account, entry)).toBe('overtaken')
  expect(await questions.listPublished()).toEqual([])
})
