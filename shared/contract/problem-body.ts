import * as v from 'valibot'

/** RFC 9457. Apart from the error table, which pages that only read lists do not load. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.string(),
  requestId: v.string(),
  retryAfterSeconds: v.optional(v.number()),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})
export type Problem = v.InferOutput<typeof Problem>
