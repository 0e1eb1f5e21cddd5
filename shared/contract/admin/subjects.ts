import * as v from 'valibot'
import { subjectId } from '../../catalogue/subjects.ts'
import { SubjectInput } from '../../domain/documents/document-input.ts'
import { Exercises, ProposedExercise } from '../../entities/exercise.ts'
import { DocumentId, Timestamp } from '../../entities/fields.ts'
import { sampleManagedExercise, sampleSubject } from '../../entities/samples.ts'
import { ManagedSubject } from '../../entities/subject.ts'
import { listSubjects } from '../catalogue.ts'
import { route } from '../define-route.ts'
import { Flag } from '../query.ts'
import { sampleSubjectImport, sampleSubjectInput } from '../samples.ts'
import { getSubject, listExercises } from '../subject-details.ts'
import { getOverview } from './overview.ts'
import { csvExport, csvImport } from './resources.ts'

const ofSubject = {
  params: v.object({ id: DocumentId }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  sample: { params: { id: subjectId(sampleSubject) } },
} as const

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
  ...ofSubject,
  response: v.object({
    ...v.pick(ManagedSubject, ['id', 'track', 'year', 'session', 'exercises', 'updatedAt']).entries,
    hasCorrection: v.boolean(),
    hasVideo: v.boolean(),
    proposals: Proposals,
  }),
  errors: ['NOT_FOUND'],
})

export const readProposals = route('POST /api/admin/subjects/{id}/proposals', {
  access: 'admin',
  ...ofSubject,
  capability: 'documents',
  response: Proposals,
  errors: ['NOT_FOUND', 'DOCUMENT_PREPARING', 'DOCUMENT_BROKEN'],
  invalidates: [getExercises],
})

/** Replaces the list of exercises of a subject; with `updatedAt` only when the subject is unchanged since. */
export const setExercises = route('PUT /api/admin/subjects/{id}/exercises', {
  access: 'admin',
  ...ofSubject,
  body: v.object({ exercises: Exercises, updatedAt: v.optional(Timestamp) }),
  response: ManagedSubject,
  invalidates: [getSubject, listExercises, listManagedSubjects, getExercises],
  sample: { ...ofSubject.sample, body: { exercises: [sampleManagedExercise] } },
})

export const deleteSubject = route('DELETE /api/admin/subjects/{id}', {
  access: 'owner',
  ...ofSubject,
  status: 204,
  invalidates: [listSubjects, getSubject, listExercises, listManagedSubjects, getOverview],
})

/** Existing subjects are changed, and keep fields without a column. */
export const importSubjects = route('POST /api/admin/subjects/import', {
  ...csvImport,
  invalidates: [listSubjects, getSubject, listExercises, listManagedSubjects, getOverview],
  sample: { body: sampleSubjectImport },
})

export const exportSubjects = route('GET /api/admin/subjects/export', csvExport)
