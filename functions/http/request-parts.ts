import * as v from 'valibot'
import type { Route } from '#shared/contract/route.ts'
import { DomainError, type FieldFault } from '#shared/domain/domain-error.ts'
import { validationMessages as texts } from '#shared/entities/validation-messages.ts'

/** A request by its route's schemas; a part that the route does not have is undefined. */
export type Parts = { params: unknown; query: unknown; body: unknown }

/** What arrived; the body is read only when the path names something: 404 goes before 400 and 413. */
type RawParts = { params: unknown; query: unknown; readBody: () => unknown }

/**
 * Parses path parameters, query and body by the route's schemas.
 * @throws DomainError NOT_FOUND when the path names nothing that could exist; what `readBody` throws; INVALID_REQUEST with
 *   every fault of query and body, in French
 */
export function parseParts(route: Route, { params, query, readBody }: RawParts): Parts {
  const faults: FieldFault[] = []
  const path = parsePart(route.params, params, faults)
  if (faults.length > 0) throw new DomainError('NOT_FOUND')
  const parts = {
    params: path,
    query: parsePart(route.query, query, faults),
    body: parsePart(route.body, readBody(), faults),
  }
  if (faults.length > 0) throw new DomainError('INVALID_REQUEST', { errors: faults })
  return parts
}

function parsePart(schema: v.GenericSchema | undefined, value: unknown, faults: FieldFault[]): unknown {
  if (!schema) return undefined
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true, message: frenchFallback })
  if (parsed.success) return parsed.output
  for (const issue of parsed.issues) faults.push({ path: v.getDotPath(issue) ?? '', message: issue.message })
  return undefined
}

/** For schemas without a sentence of their own, missing fields above all. */
function frenchFallback({ input }: v.BaseIssue<unknown>): string {
  return input === undefined || input === null ? texts.required : texts.invalid
}
