import * as v from 'valibot'
import { Email } from '#shared/entities/fields.ts'
import { OldText } from './cells.ts'
import type { OldRow } from './old-tables.ts'

const OldAddress = v.pipe(OldText, Email)

/** The normalised address of a row, whatever else is wrong with it; null where it has none. */
export function addressOf({ cells }: OldRow): string | null {
  const email = v.safeParse(OldAddress, cells.email)
  return email.success ? email.output : null
}
