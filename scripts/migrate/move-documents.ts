import { valuesOf } from '#functions/admin/add-subject.ts'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import type { Table } from '#functions/data/client.ts'
import { createResourceChanges, MAX_CHANGES } from '#functions/data/resource-changes.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'
import type { Progress } from './move-accounts.ts'

/** Adds bac subjects, each with its audit entry. One that an owner has added meanwhile stays as it is. */
export async function addSubjects(
  table: Table,
  added: readonly Subject[],
  now: () => Date,
  progress: Progress,
): Promise<void> {
  const subjects = createSubjects(table)
  for (const [index, subject] of added.entries()) {
    const entry = auditEntry(SYSTEM, now(), {
      action: 'CREATE_SUBJECT',
      target: subjectId(subject),
      before: null,
      after: valuesOf(subject),
    })
    try {
      await subjects.add(subject, entry)
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'SUBJECT_EXISTS') throw error
    }
    progress(index + 1)
  }
}

/** Adds resources in batches, each with one audit entry as an import has. Those that came meanwhile stay as they are. */
export async function addResources(
  table: Table,
  added: readonly Resource[],
  now: () => Date,
  progress: Progress,
): Promise<void> {
  const lists = createResourceLists(table)
  for (let start = 0; start < added.length; start += MAX_CHANGES) {
    const batch = added.slice(start, start + MAX_CHANGES)
    if (!(await addBatch(table, batch, now()))) {
      const here = new Set((await lists.readResources(batch.map(({ id }) => id))).map(({ id }) => id))
      const rest = batch.filter(({ id }) => !here.has(id))
      if (rest.length > 0) await addBatch(table, rest, now())
    }
    progress(start + batch.length)
  }
}

/** @returns whether all of them were added; else none was */
async function addBatch(table: Table, batch: readonly Resource[], now: Date): Promise<boolean> {
  const created = batch.map(({ id }) => id)
  const entry = auditEntry(SYSTEM, now, {
    action: 'CREATE_RESOURCES',
    target: `${batch.length} ressources`,
    before: null,
    after: { createdCount: created.length, updatedCount: 0, created, updated: [] },
  })
  const changes = batch.map((after) => ({ before: null, after }))
  return createResourceChanges(table).writeBatch(changes, entry)
}
