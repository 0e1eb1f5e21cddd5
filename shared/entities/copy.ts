import * as v from 'valibot'
import { Timestamp } from './fields.ts'

/** Consonants, which form no words, and which do not look like each other or like a digit in small print. */
export const COPY_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const COPY_CODE_LENGTH = 9

const GROUP = `[${COPY_CODE_LETTERS}]{3}`
const WHOLE = new RegExp(`^${GROUP}-${GROUP}-${GROUP}$`)
const WITHIN = new RegExp(`\\b${GROUP}-${GROUP}-${GROUP}\\b`)

/** 'BKTRWDXHM' gives 'BKT-RWD-XHM'. */
export function formatCopyCode(letters: string): string {
  return (letters.match(/.{1,3}/g) ?? []).join('-')
}

/** Such as in the text of a page. */
export function findCopyCode(text: string): string | null {
  return WITHIN.exec(text)?.[0] ?? null
}

/** Capitals, spaces and dashes do not matter. */
export function normalizeCopyCode(text: string): string {
  return formatCopyCode(text.toUpperCase().replace(/[^A-Z]/g, ''))
}

export const CopyCode = v.pipe(
  v.string('Saisissez le code imprimé sur le document.'),
  v.transform(normalizeCopyCode),
  v.regex(WHOLE, 'Un code a neuf lettres, comme BKT-RWD-XHM.'),
)

/** A PDF that an account saved or printed: one copy for each account, version of a document and day. */
export const Copy = v.object({
  code: CopyCode,
  userId: v.string(),
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

export const CopyView = v.pick(Copy, ['email', 'documentId', 'title', 'issuedAt'])
export type CopyView = v.InferOutput<typeof CopyView>
