import * as v from 'valibot'
import { subjectId } from '../../catalogue/subjects.ts'
import { SubjectInput } from '../../domain/documents/document-input.ts'
import { Exercises, ProposedExercise } from '../../entities/exercise.ts'
import { DocumentId, Timestamp } from '../../entities/fields.ts'
import { sampleManagedExercise, sampleSubject } from '../../entities/samples.ts'
import { ManagedSubject } from '../../entities/subject.ts'
import { listSubjects } from '../catalogue.ts'
import { route } from '../define-route.ts'
import { CsvPage, Cursor, Flag } from '../query.ts'
import { sampleSubjectImport, sampleSubjectInput } from '../samples.ts'
import { getSubject, listExercises } from '../subject-details.ts'
import { getOverview } from './overview.ts'
import { IMPORT_MAX_BYTES, ImportAnswer } from './resources.ts'

export const listManagedSubjects = route('GET /api/admin/subjects', {
  access: 'owner',
  response: v.object({ items: v.array(ManagedSubject) }),
})

/** Adds a subject. `?replace=true` changes an existing one; a field that is left out keeps its value. */
export const addSubject = route('POST /api/admin/subjects', {
  access: 'admin',
  query: v.object({ replace: Flag }),
  body: SubjectInput,
  response: ManagedSubject,
  status: 201,
  errors: ['SUBJECT_EXISTS', 'CONFLICT'],
  invalidates: [listSubjects, getSubject, listExercises, listManagedSubjects, getOverview],
  sample: { body: sampleSubjectInput },
})

/** Exercises found in the text of a paper's documents. `isRead` is true when its current files were read. */
const Proposals = v.object({ isRead: v.boolean(), exercises: v.array(ProposedExercise) })

export const getExercises = route('GET /api/admin/subjects/{id}/exercises', {
  access: 'admin',
  params: v.object({ id: DocumentId }),
  response: v.object({
    ...v.pick(ManagedSubject, ['id', 'track', 'year', 'session', 'exercises', 'updatedAt']).entries,
    hasCorrection: v.boolean(),
    hasVideo: v.boolean(),
    proposals: Proposals,
  }),
  errors: ['NOT_FOUND'],
  sample: { params: { id: subjectId(sampleSubject) } },
})

export const readProposals = route('POST /api/admin/subjects/{id}/proposals', {
  access: 'admin',
  capability: 'documents',
  params: v.object({ id: DocumentId }),
  response: Proposals,
  errors: ['NOT_FOUND', 'DOCUMENT_PREPARING', 'DOCUMENT_BROKEN'],
  invalidates: [getExercises],
  sample: { params: { id: subjectId(sampleSubject) } },
})

/** Replaces the list of exercises of a subject; with `updatedAt` only when the subject is unchanged since. */
export const setExercises = route('PUT /api/admin/subjects/{id}/exercises', {
  access: 'admin',
  params: v.object({ id: DocumentId }),
  body: v.object({ exercises: Exercises, updatedAt: v.optional(Timestamp) }),
  response: ManagedSubject,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [getSubject, listExercises, listManagedSubjects, getExercises],
  sample: { params: { id: subjectId(sampleSubject) }, body: { exercises: [sampleManagedExercise] } },
})

export const deleteSubject = route('DELETE /api/admin/subjects/{id}', {
  access: 'owner',
  params: v.object({ id: DocumentId }),
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listSubjects, getSubject, listExercises, listManagedSubjects, getOverview],
  sample: { params: { id: subjectId(sampleSubject) } },
})

/** Existing subjects are changed, and keep fields without a column. */
export const importSubjects = route('POST /api/admin/subjects/import', {
  access: 'owner',
  query: v.object({ dryRun: Flag }),
  body: v.string(),
  csv: ['body'],
  response: ImportAnswer,
  maxBodyBytes: IMPORT_MAX_BYTES,
  isLong: true,
  invalidates: [listSubjects, getSubject, listExercises, listManagedSubjects, getOverview],
  sample: { body: sampleSubjectImport },
})

export const exportSubjects = route('GET /api/admin/subjects/export', {
  access: 'owner',
  query: v.object({ cursor: Cursor }),
  response: CsvPage,
  csv: ['response'],
  isLong: true,
})
