import * as v from 'valibot'
import { SubjectItem } from './subject.ts'

/** A subject with what is known of its content. */
export const SubjectDetails = v.object({
  ...SubjectItem.entries,
  exercises: v.array(
    v.object({
      number: v.number(),
      title: v.string(),
      points: v.number(),
      chapters: v.array(v.object({ theme: v.string(), chapter: v.number() })),
      page: v.nullable(v.number()),
      correctionPage: v.nullable(v.number()),
      videoSeconds: v.nullable(v.number()),
    }),
  ),
})
export type SubjectDetails = v.InferOutput<typeof SubjectDetails>
