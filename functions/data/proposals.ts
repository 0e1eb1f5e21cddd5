import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { type SubjectKey, subjectId } from '#shared/catalogue/subjects.ts'
import { ProposedExercise } from '#shared/entities/exercise.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { PROPOSALS, proposalKey } from './keys.ts'
import { subjectLookup } from './subjects.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { type Lookup, parseItem, queryAll, readTogether } from './table/read.ts'

/** What the text of a subject's documents announces. `filesRead` tells for which files. */
type StoredProposal = { filesRead: string; exercises: ProposedExercise[] }

const StoredProposal = v.object({ filesRead: v.string(), exercises: v.array(ProposedExercise) })
const StoredFiles = v.object({ sk: v.string(), filesRead: v.string() })

/** A subject with the exercises that its text announces; null: the files that it has now were not read. */
type ProposedSubject = { subject: Subject; proposed: ProposedExercise[] | null }

/** Which files of a subject its proposal is about. */
export function filesOf({ version, correction }: Pick<Subject, 'version' | 'correction'>): string {
  return `${version}#${correction?.version ?? ''}`
}

/**
 * The exercises that papers announce in their text, for the owner to check; an item of their own, which nothing publishes
 * and no change of a subject touches.
 */
export function createProposals(table: Table) {
  const { client, name } = table

  /** A subject and what it announces; null where there is no such subject. One batch of two consistent reads. */
  async function find(key: SubjectKey): Promise<ProposedSubject | null> {
    const [subject, stored] = await readTogether<[Subject | null, StoredProposal | null]>(
      table,
      subjectLookup(key),
      proposalLookup(subjectId(key)),
    )
    return subject && { subject, proposed: stored?.filesRead === filesOf(subject) ? stored.exercises : null }
  }

  /** The ids of the subjects that have an item, each with the files that it is about. One query. */
  async function listRead(): Promise<Map<string, string>> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :proposals',
      ExpressionAttributeValues: { ':proposals': PROPOSALS },
      ProjectionExpression: 'sk, filesRead',
    })
    return new Map(
      items.map((item) => {
        const { sk, filesRead } = parseItem(StoredFiles, item)
        return [sk, filesRead]
      }),
    )
  }

  /** Notes what the files of a subject announce, over whatever was noted. One write. */
  async function save(subject: Subject, exercises: readonly ProposedExercise[]): Promise<void> {
    const item = { ...proposalKey(subjectId(subject)), filesRead: filesOf(subject), exercises }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item: item })))
  }

  /** Forgets what a subject announced. One write. */
  async function remove(id: string): Promise<void> {
    await attempt(() => client.send(new DeleteCommand({ TableName: name, Key: proposalKey(id) })))
  }

  return { find, listRead, save, remove }
}

export type Proposals = ReturnType<typeof createProposals>

function proposalLookup(id: string): Lookup<StoredProposal | null> {
  return { key: proposalKey(id), parse: (item) => (item ? parseItem(StoredProposal, item) : null) }
}
