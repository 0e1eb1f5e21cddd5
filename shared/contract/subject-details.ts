import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { Exercise } from '../entities/exercise.ts'
import { DocumentId, TrackCode } from '../entities/fields.ts'
import { SubjectItem } from '../entities/subject.ts'
import { cachedPublicly } from './catalogue.ts'
import { route } from './define-route.ts'

export const SubjectDetails = v.object({ ...SubjectItem.entries, exercises: v.array(Exercise) })
export type SubjectDetails = v.InferOutput<typeof SubjectDetails>

// These routes have a file of their own, so that pages with lists do not load it.

export const getSubject = route('GET /api/subjects/{id}', {
  ...cachedPublicly,
  params: v.object({ id: DocumentId }),
  response: SubjectDetails,
  errors: ['NOT_FOUND'],
  sample: { params: { id: subjectId({ track: TRACK_CODES[0], year: '2024', session: EXAM_SESSIONS[0] }) } },
})

export const listExercises = route('GET /api/exercises', {
  ...cachedPublicly,
  query: v.object({ track: TrackCode }),
  response: v.object({ items: v.array(v.object({ subjectId: v.string(), exercises: v.array(Exercise) })) }),
  sample: { query: { track: TRACK_CODES[0] } },
})
