import * as v from 'valibot'

/** The sentence to show beside each field that is wrong. */
export type FieldFaults = Partial<Record<string, string>>

type Checked<Output> = { ok: true; values: Output } | { ok: false; faults: FieldFaults }

/** Checks a form against its schema: the parsed values, or the first fault of each field. */
export function checkFields<S extends v.GenericSchema<Record<string, unknown>, unknown>>(
  schema: S,
  values: unknown,
): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, values)
  if (result.success) return { ok: true, values: result.output }
  const faults: FieldFaults = {}
  for (const issue of result.issues) faults[v.getDotPath(issue) ?? ''] ??= issue.message
  return { ok: false, faults }
}
