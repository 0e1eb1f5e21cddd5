import * as v from 'valibot'
import { parseSubjectId, subjectId } from '#shared/catalogue/subjects.ts'
import { ProposedExercise } from '#shared/entities/exercise.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { PROPOSALS, proposalKey } from './keys.ts'
import { subjectKind } from './subjects.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { createLookup, readTogether } from './table/read.ts'
import { put, remove } from './table/write.ts'

/** The exercises found in the text of a subject's documents. `filesRead` identifies the files that were read. */
const StoredProposal = v.object({ filesRead: v.string(), exercises: v.array(ProposedExercise) })
const StoredFiles = v.object({ sk: v.string(), filesRead: v.string() })

/** `proposed` is null when its current files were not read yet. */
type ProposedSubject = { subject: Subject; proposed: ProposedExercise[] | null }

export function filesOf({ digest, correction }: Pick<Subject, 'digest' | 'correction'>): string {
  return `${digest ?? ''}#${correction?.digest ?? ''}`
}

/** Items of their own, which are never published and which no change of a subject touches. */
export function createProposals(table: Table) {
  async function find(id: string): Promise<ProposedSubject | null> {
    const key = parseSubjectId(id)
    if (!key) return null
    const proposal = createLookup(StoredProposal, proposalKey(id))
    const [subject, stored] = await readTogether(table, subjectKind.lookup(key), proposal)
    return subject && { subject, proposed: stored?.filesRead === filesOf(subject) ? stored.exercises : null }
  }

  async function listRead(): Promise<Map<string, string>> {
    const attributes = ['sk', 'filesRead']
    const stored = await listPartition(table, StoredFiles, { partition: PROPOSALS, attributes })
    return new Map(stored.map(({ sk, filesRead }) => [sk, filesRead]))
  }

  return {
    find,
    listRead,
    save: async (subject: Subject, exercises: readonly ProposedExercise[]): Promise<void> => {
      await put(table, { ...proposalKey(subjectId(subject)), filesRead: filesOf(subject), exercises })
    },
    remove: async (id: string): Promise<void> => {
      await remove(table, proposalKey(id))
    },
  }
}
