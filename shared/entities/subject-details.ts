import * as v from 'valibot'
import { Exercise } from './exercise.ts'
import { SubjectItem } from './subject.ts'

/** A subject with its exercises. */
export const SubjectDetails = v.object({ ...SubjectItem.entries, exercises: v.array(Exercise) })
export type SubjectDetails = v.InferOutput<typeof SubjectDetails>
