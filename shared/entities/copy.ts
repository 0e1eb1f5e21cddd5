import * as v from 'valibot'
import { CopyCode } from './copy-code.ts'
import { Timestamp } from './fields.ts'

/** A PDF that an account saved or printed: one copy for each account, version of a document and day. */
export const Copy = v.object({
  code: CopyCode,
  userId: v.string(),
  /** The account's address, which is printed on each page. */
  email: v.string(),
  documentId: v.string(),
  title: v.string(),
  version: v.string(),
  issuedAt: Timestamp,
})
export type Copy = v.InferOutput<typeof Copy>

/** Larger and longer files are not prepared, so that they can be neither read nor saved. Bytes. */
export const MAX_COPY_BYTES = 60 * 1000 * 1000
export const MAX_COPY_PAGES = 400

/** A copy as a look-up answers it. */
export const CopyView = v.pick(Copy, ['email', 'documentId', 'title', 'issuedAt'])
export type CopyView = v.InferOutput<typeof CopyView>
