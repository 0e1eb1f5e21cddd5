import { DomainError } from '#shared/domain/domain-error.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'

/**
 * Encodes the position in a list as a cursor, in base64url: the sort key of the last item that was shown, or Cognito's
 * own page token. The partition is never in it: the repository adds its own, so that a forged cursor cannot lead into
 * another list.
 */
export function encodeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url')
}

/**
 * Returns the position of a cursor that a caller sent.
 * @param shape the form of positions in this list
 * @throws DomainError INVALID_REQUEST when it is not one of this list's
 */
export function decodeCursor(cursor: string, shape: RegExp): string {
  const position = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!shape.test(position) || encodeCursor(position) !== cursor) throw invalidCursor()
  return position
}

export function invalidCursor(cause?: unknown): DomainError {
  const errors = [{ path: 'cursor', message: validationMessages.cursor }]
  return new DomainError('INVALID_REQUEST', { errors, cause })
}

/** `<createdAt>#<id>`, the sort key of lists that show the newest first. */
export const NEWEST_FIRST_SORT_KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\w-]{1,128}$/

export type PageQuery = { limit: number; cursor?: string | undefined }

export type Page<Item> = { items: Item[]; nextCursor: string | null }
