import * as v from 'valibot'
import { driveEntries } from '../drive/environment.ts'
import { AccountCallsEnvironment, GuardedEnvironment } from '../http/environment.ts'

/** `stream`: bytes pass through the document origin; `embed`: browsers are redirected to Drive. */
const DELIVERY_MODES = ['stream', 'embed'] as const
export type DeliveryMode = (typeof DELIVERY_MODES)[number]

/** Environment of the ticket function, by which infrastructure is typed. */
export const FilesEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...AccountCallsEnvironment.entries,
  SIGNING_KEY_PAIR_ID: v.string(),
  SIGNING_KEY_SECRET_ID: v.string(),
  DELIVERY_MODE: v.picklist(DELIVERY_MODES),
  /** Address of the queue of preparations that go first, in stream mode only. */
  PREPARATION_FIRST_QUEUE_URL: v.optional(v.string()),
})
export type FilesEnvironment = v.InferInput<typeof FilesEnvironment>

const TABLE_NAME = GuardedEnvironment.entries.TABLE_NAME

/** Environment of the document origin, with Google credentials in stream mode only. */
export const OriginEnvironment = v.variant('DELIVERY_MODE', [
  v.object({ TABLE_NAME, ...driveEntries, DELIVERY_MODE: v.literal('stream') }),
  v.object({ TABLE_NAME, DELIVERY_MODE: v.literal('embed') }),
])
export type OriginEnvironment = v.InferInput<typeof OriginEnvironment>
