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

/** The exercises found in the text of a subject's documents. `filesRead` identifies the files that were read. */
type StoredProposal = { filesRead: string; exercises: ProposedExercise[] }

const StoredProposal = v.object({ filesRead: v.string(), exercises: v.array(ProposedExercise) })
const StoredFiles = v.object({ sk: v.string(), filesRead: v.string() })

/** A subject with its proposed exercises; null when its current files were not read yet. */
type ProposedSubject = { subject: Subject; proposed: ProposedExercise[] | null }

/** Returns a text that identifies the files of a subject. */
export function filesOf({ version, correction }: Pick<Subject, 'version' | 'correction'>): string {
  return `${version}#${correction?.version ?? ''}`
}

/**
 * Reads and writes the exercises that were found in the text of papers, for the owner to check. They are items of their
 * own, which are never published and which no change of a subject touches.
 */
export function createProposals(table: Table) {
  const { client, name } = table

  /** Returns a subject and its proposed exercises, or null. One batch of two consistent reads. */
  async function find(key: SubjectKey): Promise<ProposedSubject | null> {
    const [subject, stored] = await readTogether<[Subject | null, StoredProposal | null]>(
      table,
      subjectLookup(key),
      proposalLookup(subjectId(key)),
    )
    return subject && { subject, proposed: stored?.filesRead === filesOf(subject) ? stored.exercises : null }
  }

  /** Returns the ids of the subjects with a proposal, each with the files that were read. One query. */
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

  /** Stores the exercises that the files of a subject announce. One write. */
  async function save(subject: Subject, exercises: readonly ProposedExercise[]): Promise<void> {
    const item = { ...proposalKey(subjectId(subject)), filesRead: filesOf(subject), exercises }
    await attempt(() => client.send(new PutCommand({ TableName: name, Item: item })))
  }

  async function remove(id: string): Promise<void> {
    await attempt(() => client.send(new DeleteCommand({ TableName: name, Key: proposalKey(id) })))
  }

  return { find, listRead, save, remove }
}

export type Proposals = ReturnType<typeof createProposals>

function proposalLookup(id: string): Lookup<StoredProposal | null> {
  return { key: proposalKey(id), parse: (item) => (item ? parseItem(StoredProposal, item) : null) }
}
