import * as v from 'valibot'
import { FileType } from '../entities/resource.ts'
import { SubjectItem } from '../entities/subject.ts'
import { LastRead } from '../entities/user.ts'

/** The document that the caller read last, on any device. */
export const LastReadView = v.object({
  ...LastRead.entries,
  /** Null when it was deleted since, or the account may not open it now. */
  document: v.nullable(
    v.object({
      title: v.string(),
      type: FileType,
      /** The paper to which the document belongs; null for a chapter's document. */
      paper: v.nullable(SubjectItem),
    }),
  ),
})
export type LastReadView = v.InferOutput<typeof LastReadView>
