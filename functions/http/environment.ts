import * as v from 'valibot'
import type { WatchedFigures } from '#shared/entities/account-day.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { Settings } from '#shared/entities/settings.ts'

/** Separated by commas, the primary owner first. */
export const OwnerEmails = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map(normalizeEmail).filter(Boolean)),
)

/** CloudFront overwrites a header of that name that a viewer sends. In the gateway's spelling. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret'

/** A secret that a deployment generated. Short or unresolved values, which could be guessed, are refused. */
export const GeneratedSecret = v.pipe(v.string(), v.regex(/^[A-Za-z\d_-]{32,}$/))

/** Separated by commas. */
export const GeneratedSecrets = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(GeneratedSecret),
  v.minLength(1),
)

export const OriginSecrets = GeneratedSecrets

export const SettingsEnvironment = v.object({
  /** The stage's settings as JSON, in force until the owner stores others. */
  FIRST_SETTINGS: v.pipe(v.string(), v.parseJson(), Settings),
})

export const Count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number))

/** Figures of an account's day from which it stands out. */
export const WatchEnvironment = v.object({
  WATCH_DOCUMENTS: Count,
  WATCH_DEVICE_CHANGES: Count,
  WATCH_NETWORKS: Count,
})

export function watchThresholds(env: v.InferOutput<typeof WatchEnvironment>): WatchedFigures {
  return {
    documents: env.WATCH_DOCUMENTS,
    deviceChanges: env.WATCH_DEVICE_CHANGES,
    networks: env.WATCH_NETWORKS,
  }
}

/** Environment of the functions that count calls in an account's day. */
export const AccountCallsEnvironment = v.object({
  ...WatchEnvironment.entries,
  /** Limit of different documents of an account in a day. */
  DOCUMENTS_PER_DAY: Count,
})

export const AuditEnvironment = v.object({ AUDIT_RETENTION_DAYS: Count })

/** Environment of the functions that check tokens and sessions. */
export const GuardedEnvironment = v.object({
  ...AuditEnvironment.entries,
  TABLE_NAME: v.string(),
  USER_POOL_ID: v.string(),
  USER_POOL_CLIENT_ID: v.string(),
  /** Id of the probe's client of the pool. Only the functions that the probe calls accept its tokens. */
  PROBE_CLIENT_ID: v.optional(v.pipe(v.string(), v.nonEmpty())),
  OWNER_EMAILS: OwnerEmails,
  ORIGIN_SECRETS: OriginSecrets,
  /** The site's address as browsers see it, without a trailing slash. */
  SITE_ORIGIN: v.string(),
  /** Text `true` or `false`. True when owners need a second factor. */
  OWNERS_NEED_SECOND_FACTOR: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
  /** The SDK's own variable; the keys of the user pool are read from there too. Unset in the cloud. */
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: v.optional(v.string()),
})
export type GuardedEnvironment = v.InferInput<typeof GuardedEnvironment>

export type GuardedSettings = v.InferOutput<typeof GuardedEnvironment>
