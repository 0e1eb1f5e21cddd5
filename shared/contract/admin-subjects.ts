import * as v from 'valibot'
import { LAST_SUBJECT_YEAR, subjectId } from '../domain/subject.ts'
import { validationMessages as texts } from '../messages/validation.ts'
import { DriveFile } from './drive-file.ts'
import { DocumentId, ExamSession, Flag, Timestamp, TrackCode, Year } from './fields.ts'
import { route } from './route.ts'
import { sampleSubject } from './samples.ts'

/** A subject as those who manage it see it; `file` is the stored Drive id. */
export const ManagedSubject = v.object({
  id: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
  hasFile: v.boolean(),
  file: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ManagedSubject = v.InferOutput<typeof ManagedSubject>

/** A mistyped '9999' would give everybody's table eight thousand rows. */
const SubjectYear = v.pipe(
  Year,
  v.check((year) => Number(year) <= LAST_SUBJECT_YEAR, texts.year),
)

export const SubjectInput = v.object({
  track: TrackCode,
  year: SubjectYear,
  session: ExamSession,
  file: DriveFile,
})
export type SubjectInput = v.InferOutput<typeof SubjectInput>

/** Adds a subject; `?replace=true` puts the file in place of an earlier one (D17). */
export const addSubject = route({
  method: 'POST',
  path: '/api/admin/subjects',
  access: 'admin',
  capability: 'admin',
  query: v.object({ replace: Flag }),
  body: SubjectInput,
  response: ManagedSubject,
  status: 201,
  errors: ['SUBJECT_EXISTS', 'CONFLICT'],
  sample: { query: { replace: 'true' }, body: { ...sampleSubject, year: '2031' } },
})

/** Every subject, year descending. */
export const listManagedSubjects = route({
  method: 'GET',
  path: '/api/admin/subjects',
  access: 'owner',
  capability: 'admin',
  response: v.object({ items: v.array(ManagedSubject) }),
})

export const deleteSubject = route({
  method: 'DELETE',
  path: '/api/admin/subjects/{id}',
  access: 'owner',
  capability: 'admin',
  params: v.object({ id: DocumentId }),
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  sample: { params: { id: subjectId(sampleSubject) } },
})
