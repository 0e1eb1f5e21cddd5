import { isDeepStrictEqual } from 'node:util'
import {
  type SubjectKey,
  type SubjectPart,
  subjectDocumentTitle,
  subjectId,
  subjectTitle,
} from '#shared/catalogue/subjects.ts'
import { type Document, documentOfSubject, documentsOfSubject } from '#shared/domain/documents/document.ts'
import { fileText, storedReference } from '#shared/domain/documents/document-input.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit.ts'
import { answerIfEqual } from '../data/optimistic-lock.ts'
import type { Deps } from '../http/use-case.ts'
import type { AfterChanges } from './after-changes.ts'
import {
  changedDocument,
  hasFields,
  newDocument,
  type SubjectLine,
  subjectFields,
  subjectValues,
} from './document-fields.ts'

export type SubjectDeps = Pick<Deps, 'subjects' | 'clock'> & AfterChanges

/**
 * Adds a subject, or changes the one of the same track, year and session if `mayReplace`. Other admins than owners do
 * not decide what is free: their new subject is Premium, and an existing one stays as it is. @throws DomainError
 * SUBJECT_EXISTS, CONFLICT
 */
export async function addSubject(
  deps: SubjectDeps,
  actor: Actor,
  given: SubjectLine,
  { mayReplace, isByOwner }: { mayReplace: boolean; isByOwner: boolean },
): Promise<Subject> {
  const input = isByOwner ? given : { ...given, isFree: undefined }
  const before = mayReplace ? await deps.subjects.find(input) : null
  if (before) return replaceSubject(deps, actor, before, input)
  const created = await createSubject(deps, actor, input)
  if (created) return created
  if (!mayReplace) throw new DomainError('SUBJECT_EXISTS')
  const current = await deps.subjects.find(input)
  if (!current) throw new DomainError('CONFLICT')
  return replaceSubject(deps, actor, current, input)
}

/** A document that exists is never replaced. @throws DomainError SUBJECT_EXISTS when it has another file, CONFLICT */
export async function addSubjectDocument(
  deps: SubjectDeps,
  actor: Actor,
  { part, file, isFree, ...key }: SubjectKey & { part: SubjectPart; file: string; isFree: boolean },
): Promise<Subject> {
  const before = await deps.subjects.find(key)
  if (part === 'statement')
    return before ? withSameFile(before, part, file) : createPaper(deps, actor, { ...key, file, isFree })
  if (!before)
    throw new DomainError('CONFLICT', {
      detail: `${subjectTitle(key)} n'est pas encore sur le site : ajoutez d'abord son énoncé.`,
    })
  if (before[part]) return withSameFile(before, part, file)
  return replaceSubject(deps, actor, before, { ...key, file: fileText(before.file), [part]: file })
}

/** Another one may have created the paper at the same time. */
async function createPaper(deps: SubjectDeps, actor: Actor, input: SubjectLine): Promise<Subject> {
  const created = await createSubject(deps, actor, input)
  if (created) return created
  const current = await deps.subjects.find(input)
  if (!current) throw new DomainError('CONFLICT')
  return withSameFile(current, 'statement', input.file)
}

function withSameFile(subject: Subject, part: SubjectPart, file: string): Subject {
  if (isDeepStrictEqual(documentOfSubject(subject, part).file, storedReference(file))) return subject
  throw new DomainError('SUBJECT_EXISTS', {
    detail: `Il existe déjà un document : ${subjectDocumentTitle(subject, part)}. Il n'a pas été remplacé.`,
  })
}

async function createSubject(
  { subjects, clock }: SubjectDeps,
  actor: Actor,
  input: SubjectLine,
): Promise<Subject | null> {
  const now = clock.now()
  const subject = { ...subjectFields(input, null), ...newDocument(now) }
  const entry = auditEntry(actor, now, {
    action: 'CREATE_SUBJECT',
    target: subjectId(subject),
    after: loggedValues(subject, { exercises: [] }),
  })
  return (await subjects.add(subject, entry)) === 'written' ? subject : null
}

async function replaceSubject(
  { subjects, edgeCache, preparation, clock }: SubjectDeps,
  actor: Actor,
  before: Subject,
  input: SubjectLine,
): Promise<Subject> {
  const now = clock.now()
  const after = changedDocument(before, subjectFields(input, before), now)
  if (!after) {
    await preparation.lookAgain(...idsOf(documentsOfSubject(before)))
    return before
  }
  const id = subjectId(before)
  const entry = auditEntry(actor, now, {
    action: 'UPDATE_SUBJECT',
    target: id,
    before: loggedValues(before, after),
    after: loggedValues(after, before),
  })
  if ((await subjects.replace(before, after, entry)) === 'conflict')
    return answerIfEqual(await subjects.find(before), (stored) =>
      hasFields(stored, subjectFields(input, stored)),
    )
  const kept = new Set(documentsOfSubject(after).map(({ version }) => version))
  const replaced = documentsOfSubject(before).filter(({ version }) => !kept.has(version))
  await edgeCache.forget(...idsOf(replaced))
  return after
}

export async function deleteSubject(
  { subjects, edgeCache, clock }: SubjectDeps,
  actor: User,
  id: string,
): Promise<void> {
  const subject = found(await subjects.findById(id))
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_SUBJECT',
    target: id,
    before: subjectValues(subject),
  })
  const result = await subjects.remove(subject, entry)
  if (result === 'conflict' && (await subjects.find(subject))) throw new DomainError('CONFLICT')
  await edgeCache.forget(...idsOf(documentsOfSubject(subject)))
}

const idsOf = (documents: readonly Document[]) => documents.map(({ id }) => id)

function loggedValues(subject: Subject, other: Pick<Subject, 'exercises'>): Record<string, unknown> {
  const { exercises } = subject
  const isSame = isDeepStrictEqual(exercises, other.exercises)
  return { ...subjectValues(subject), ...(!isSame && { exercises }) }
}
