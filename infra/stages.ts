import * as v from 'valibot'
import { SiteContent } from '#shared/contract/site-config.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { MockExamMinutes } from '#shared/entities/settings.ts'
import { FIRST_SIGNING_KEYS, readSigningKeys, SigningKeys, signingKeysEntry } from './signing-keys.ts'

export const STAGE_NAMES = ['local', 'dev', 'staging', 'prod'] as const
export type StageName = (typeof STAGE_NAMES)[number]

const Origin = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'must be an origin, without a path'),
)
const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

const Region = v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-west-3'))

const Mail = v.pipe(
  v.strictObject({
    from: v.pipe(v.string(), v.email()),
    /** Identity verified in SES; by default the address itself. */
    domain: v.optional(v.pipe(v.string(), v.domain('must be a domain such as example.org'))),
    region: v.optional(Region),
  }),
  v.check(
    ({ from, domain }) => domain === undefined || from.endsWith(`@${domain}`),
    'from must be an address of domain',
  ),
)

const StageSchema = v.pipe(
  v.strictObject({
    name: v.picklist(STAGE_NAMES),
    region: Region,
    /** AWS account to deploy to. Without it the templates fit any account, so that synthesis needs no credentials. */
    account: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'must be twelve digits'))),
    /** Address of the site, such as https://www.example.org; by default the distribution's. */
    siteOrigin: v.optional(Origin),
    /** ACM certificate of that address in us-east-1, where certificate and DNS records are managed by hand. */
    certificateArn: v.optional(v.pipe(v.string(), v.startsWith('arn:aws:acm:us-east-1:'))),
    /** Route 53 zone of that address, for certificate and DNS records. */
    hostedZone: v.optional(
      v.strictObject({
        id: v.pipe(
          v.string(),
          v.regex(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone, such as Z0123456789ABC'),
        ),
        name: v.pipe(v.string(), v.nonEmpty()),
      }),
    ),
    /** Billed monthly. Limits calls per network address. */
    firewall: v.boolean(),
    /** Raised by one to replace the secret that CloudFront sends to the API. */
    originSecretVersion: Count,
    /** Raised by one to replace the key that signs challenges of sign-ups (docs/decisions/36-sign-up-proof-of-work.md). */
    signUpKeyVersion: Count,
    /** Sign-ups of a day from which an alarm is sent and proofs of work grow. */
    signUpsPerDay: Count,
    /**
     * Videos and personal copies at a time, a tenth of them copies. A new AWS account has ten concurrent executions in
     * all and can reserve none.
     */
    originConcurrency: v.nullable(v.pipe(Count, v.minValue(2))),
    /** The primary owner first. */
    owners: v.pipe(v.array(v.pipe(v.string(), v.email(), v.transform(normalizeEmail))), v.minLength(1)),
    /** docs/decisions/02-sessions.md */
    deviceChangesPerDay: Count,
    /** `stream`: delivered through our origin with the stage's service account; `embed`: redirected to Drive. */
    deliveryMode: v.picklist(['stream', 'embed']),
    driveApiUrl: Origin,
    authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
    /** Local mode only. */
    cognitoEndpoint: v.optional(Origin),
    /**
     * False gives rights on the whole table, in case AWS denies a transaction (docs/runbook.md, 'The first change is
     * the trial').
     */
    limitPartitions: v.boolean(),
    /** Web ACL on the user pool that limits sign-ups and sign-ins per network address; billed monthly. */
    limitSignIns: v.boolean(),
    /** True when the dashboard requires a second factor (docs/decisions/15-second-factor.md). */
    ownersNeedSecondFactor: v.boolean(),
    /** True when Cognito refuses leaked passwords; billed per active account. */
    checkCompromisedCredentials: v.boolean(),
    /**
     * Without it Cognito sends codes and invitations itself, at most 50 a day in all, and the site sends no mails of
     * its own.
     */
    mail: v.optional(Mail),
    /** Receiver of alarms; without one they only appear in the console. */
    alarmEmail: v.optional(v.pipe(v.string(), v.email())),
    /** Settings that prod may lack: otherwise `npm run deploy` refuses a prod without them. */
    goesWithout: v.optional(v.array(v.picklist(['mail', 'alarmEmail'])), []),
    /** In US dollars, of the whole AWS account; an alarm is sent beyond it. */
    monthlyBudgetUsd: Count,
    /** Signs in and opens a document every 15 minutes. */
    probe: v.boolean(),
    /** 0 makes none. */
    exportRetentionDays: v.picklist([0, 30, 90, 365]),
    auditRetentionDays: v.pipe(Count, v.maxValue(LONGEST_RETENTION.audit)),
    logRetentionDays: v.picklist([7, 30, 90, 365]),
    protectData: v.boolean(),
    /** Different documents of an account. */
    documentsPerDay: Count,
    /** Figures of a day from which an account is shown to the owners (functions/http/environment.ts). */
    watch: v.strictObject({ documents: Count, deviceChanges: Count, networks: Count }),
    /** For deployed stages read from infra/signing-keys.json. */
    signingKeys: SigningKeys,
    site: v.strictObject(SiteContent.entries),
  }),
  v.check(
    ({ name, siteOrigin, certificateArn, hostedZone }) =>
      name === 'local' ||
      [certificateArn, hostedZone].filter(Boolean).length === (siteOrigin === undefined ? 0 : 1),
    'siteOrigin goes with either certificateArn or hostedZone, and they with it',
  ),
  v.check(
    ({ siteOrigin, hostedZone }) =>
      !hostedZone || (siteOrigin !== undefined && isWithin(new URL(siteOrigin).hostname, hostedZone.name)),
    'siteOrigin must lie in its hostedZone',
  ),
)
export type Stage = v.InferOutput<typeof StageSchema>
export type StageDefinition = v.InferInput<typeof StageSchema>

function isWithin(host: string, zone: string): boolean {
  return host === zone || host.endsWith(`.${zone}`)
}

const Port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65_533))

const Environment = v.object({
  CDK_DEFAULT_ACCOUNT: v.optional(v.string()),
  /** The other parts take the ports after it. */
  PORT: v.optional(Port, '3000'),
  DELIVERY_MODE: v.optional(v.picklist(['stream', 'embed'])),
  COGNITO_ENDPOINT: v.optional(v.string()),
  DRIVE_API_URL: v.optional(v.string()),
  /** Replaces infra/signing-keys.json in tests of a rotation. */
  SIGNING_KEYS_FILE: v.optional(v.string()),
})
type Environment = v.InferOutput<typeof Environment>

/** Name of the demonstration. A deployment refuses it for a stage with real students. */
export const FICTIONAL_NAME = 'Cap Physique-Chimie'

/** Fictional content of every new stage. The owner changes all except the name in the dashboard. */
const site: Stage['site'] = {
  name: FICTIONAL_NAME,
  priceDh: 250,
  premiumValidUntil: '2026-07-10',
  contact: {
    email: 'contact@cap-physique-chimie.example',
    phone: '+212 600 00 00 00',
    whatsapp: '212600000000',
    socialUrl: 'https://reseau-social.example/cap-physique-chimie',
    availability: 'Du lundi au vendredi, de 9h à 18h',
  },
  payment: {
    bank: { name: 'Banque Exemple', holder: FICTIONAL_NAME, account: '000 000 0000000000000000 00' },
    agencies: ['Agence Transfert Un', 'Agence Transfert Deux'],
  },
  exams: [
    { label: 'Examen national, session normale', date: '2027-06-03' },
    { label: 'Examen national, session de rattrapage', date: '2027-07-05' },
  ],
  mockExamMinutes: v.getDefaults(MockExamMinutes),
  claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
  acceptsQuestions: false,
  announcement: null,
  privacy: {
    controller: FICTIONAL_NAME,
    authority: 'Commission nationale de contrôle de la protection des données à caractère personnel (CNDP)',
    address: null,
    contact: null,
    declaration: null,
    transfer: null,
  },
}

const base = {
  region: 'eu-west-3',
  owners: ['proprietaire@cap-physique-chimie.example', 'associee@cap-physique-chimie.example'],
  deliveryMode: 'stream',
  driveApiUrl: 'https://www.googleapis.com',
  authFlow: 'USER_SRP_AUTH',
  originSecretVersion: 1,
  signUpKeyVersion: 1,
  signUpsPerDay: 500,
  deviceChangesPerDay: 12,
  documentsPerDay: 120,
  auditRetentionDays: LONGEST_RETENTION.audit,
  // A phone gets an address of another network from its mobile operator now and then.
  watch: { documents: 90, deviceChanges: 4, networks: 8 },
  limitPartitions: true,
  site,
} satisfies Partial<StageDefinition>

const unbilled = {
  firewall: false,
  originConcurrency: null,
  checkCompromisedCredentials: false,
  monthlyBudgetUsd: 10,
  probe: false,
  exportRetentionDays: 0,
} satisfies Partial<StageDefinition>

/** For stages with real students. */
const kept = {
  limitSignIns: true,
  // The firewall costs a third of all other requests together. It is switched on during an attack (docs/runbook.md,
  // 'Under attack'), or for good with a flat-rate plan of CloudFront (docs/decisions/37-costs-strangers-cause.md).
  firewall: false,
  checkCompromisedCredentials: false,
  probe: true,
  ownersNeedSecondFactor: true,
  protectData: true,
} satisfies Partial<StageDefinition>

function deployed(name: StageName, { CDK_DEFAULT_ACCOUNT, SIGNING_KEYS_FILE }: Environment) {
  const { active, versions } = signingKeysEntry(readSigningKeys(SIGNING_KEYS_FILE), name)
  return { ...base, name, account: CDK_DEFAULT_ACCOUNT, signingKeys: { active, versions } }
}

/** With the offer and the exams of the next summer. */
function demoSite(today: string): Stage['site'] {
  const year = Number(today.slice(0, 4))
  const summer = today < `${year}-07-10` ? year : year + 1
  const inSummer = (day: string) => `${summer}${day.slice(4)}`
  return {
    ...site,
    acceptsQuestions: true,
    premiumValidUntil: `${summer}-07-10`,
    exams: site.exams.map((exam) => ({ ...exam, date: inSummer(exam.date) })),
  }
}

const definitions: Record<StageName, (environment: Environment, today: string) => StageDefinition> = {
  local: ({ PORT, DELIVERY_MODE, COGNITO_ENDPOINT, DRIVE_API_URL }, today) => ({
    ...base,
    name: 'local',
    siteOrigin: `http://localhost:${PORT}`,
    owners: ['proprietaire@demo.bac', 'associee@demo.bac'],
    deliveryMode: DELIVERY_MODE ?? 'stream',
    driveApiUrl: DRIVE_API_URL ?? `http://localhost:${PORT + 2}`,
    // The Cognito emulator has no SRP.
    authFlow: 'USER_PASSWORD_AUTH',
    cognitoEndpoint: COGNITO_ENDPOINT ?? `http://localhost:${PORT + 1}`,
    // Mails are shown in the outbox.
    mail: { from: 'ne-pas-repondre@demo.bac' },
    signingKeys: FIRST_SIGNING_KEYS,
    limitSignIns: true,
    ...unbilled,
    ownersNeedSecondFactor: false,
    logRetentionDays: 7,
    protectData: false,
    site: demoSite(today),
  }),
  dev: (environment) => ({
    ...deployed('dev', environment),
    // Needs no Google credentials.
    deliveryMode: 'embed',
    // A web ACL costs money even without traffic.
    limitSignIns: false,
    ...unbilled,
    ownersNeedSecondFactor: false,
    logRetentionDays: 7,
    protectData: false,
  }),
  staging: (environment) => ({
    ...deployed('staging', environment),
    ...kept,
    originConcurrency: 20,
    monthlyBudgetUsd: 50,
    exportRetentionDays: 30,
    logRetentionDays: 30,
  }),
  prod: (environment) => ({
    ...deployed('prod', environment),
    ...kept,
    originConcurrency: 200,
    monthlyBudgetUsd: 100,
    exportRetentionDays: 90,
    logRetentionDays: 365,
  }),
}

/** The only place that reads the environment. @param name dev when there is none */
export function loadStage(
  name: unknown = 'dev',
  environment: NodeJS.ProcessEnv = process.env,
  now = new Date(),
): Stage {
  const known = v.safeParse(v.picklist(STAGE_NAMES), name)
  if (!known.success) throw new Error(`Unknown stage '${String(name)}': one of ${STAGE_NAMES.join(', ')}`)
  const variables = parse(Environment, environment, 'The environment')
  return checkStage(definitions[known.output](variables, moroccanDay(now)))
}

/** @throws Error that names the stage and each bad value */
export function checkStage(definition: StageDefinition): Stage {
  return parse(StageSchema, definition, `Stage '${definition.name}'`)
}

function parse<S extends v.GenericSchema>(schema: S, input: unknown, what: string): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'whole'}: ${issue.message}`)
  throw new Error(`${what} is not valid. ${faults.join('; ')}`)
}
