import { Refusal } from '#shared/domain/refusal.ts'
import { validationMessages } from '#shared/messages/validation.ts'

/**
 * A cursor is the sort key of the last item that was shown, base64url. The partition is never in it: the repository
 * adds its own, so that a forged cursor cannot lead into another list (decision D28).
 */
export function cursorOf(sortKey: string): string {
  return Buffer.from(sortKey, 'utf8').toString('base64url')
}

/**
 * The sort key of a cursor that came from outside.
 * @param shape what a sort key of this list looks like
 * @throws Refusal INVALID_REQUEST when it is not one of this list's
 */
export function sortKeyOf(cursor: string, shape: RegExp): string {
  const sortKey = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!shape.test(sortKey) || cursorOf(sortKey) !== cursor)
    throw new Refusal('INVALID_REQUEST', { errors: [{ path: 'cursor', message: validationMessages.cursor }] })
  return sortKey
}

/** `<createdAt>#<uuid>`, the sort key of lists that show the newest first. */
export const NEWEST_FIRST_SORT_KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\da-f-]{36}$/

export type Page<Item> = { items: Item[]; nextCursor: string | null }
