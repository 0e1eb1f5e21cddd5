import * as v from 'valibot'
import { SiteContent } from '#shared/contract/site-config.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { entryOf, FIRST_SIGNING_KEYS, readSigningKeys, SigningKeys } from './signing-keys.ts'

export const STAGE_NAMES = ['local', 'dev', 'staging', 'prod'] as const
export type StageName = (typeof STAGE_NAMES)[number]

const Origin = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'must be an origin, without a path'),
)
const Day = v.pipe(v.string(), v.isoDate('must be a day, YYYY-MM-DD'))
const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

const Region = v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-west-3'))

const Mail = v.pipe(
  v.strictObject({
    /** Who the mail is from; nobody needs to read what is answered to it. */
    from: v.pipe(v.string(), v.email()),
    /** The identity that SES has verified; without one it is the address itself. */
    domain: v.optional(v.pipe(v.string(), v.domain('must be a domain such as example.org'))),
    /** Where SES has verified it; without one it is the stage's own region. */
    region: v.optional(Region),
  }),
  v.check(
    ({ from, domain }) => domain === undefined || from.endsWith(`@${domain}`),
    'from must be an address of domain',
  ),
)

/** Everything that may differ between two installations (decision D4). */
const StageSchema = v.pipe(
  v.strictObject({
    name: v.picklist(STAGE_NAMES),
    region: Region,
    /** Account to deploy to; without one the templates fit any account, so that synthesis needs no credentials. */
    account: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'must be twelve digits'))),
    /** Own address of the site, such as https://www.example.org; without one it is the distribution's. */
    siteOrigin: v.optional(Origin),
    /** ACM certificate of that address, in us-east-1 as CloudFront demands; made by hand, like the address's DNS. */
    certificateArn: v.optional(v.pipe(v.string(), v.startsWith('arn:aws:acm:us-east-1:'))),
    /** Route 53 zone that holds that address: certificate and DNS records are then made by the deployment. */
    hostedZone: v.optional(
      v.strictObject({
        id: v.pipe(
          v.string(),
          v.regex(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone, such as Z0123456789ABC'),
        ),
        name: v.pipe(v.string(), v.nonEmpty()),
      }),
    ),
    /** A firewall in front of the whole site limits calls by network address; it is billed by the month. See edge-firewall.ts. */
    firewall: v.boolean(),
    /** Raised by one to replace the secret by which the API knows CloudFront. See origin-secrets.ts. */
    originSecretVersion: Count,
    /**
     * Calls of the streaming origin at one time, reserved of the account's own; null reserves none. A new AWS account
     * has ten in all and can reserve nothing.
     */
    originConcurrency: v.nullable(Count),
    /** Normalised addresses, the primary owner first (decision D7). */
    owners: v.pipe(v.array(v.pipe(v.string(), v.email(), v.transform(normalizeEmail))), v.minLength(1)),
    /** `stream`: through our origin, with the stage's service account; `embed`: redirected to Drive (D21). */
    deliveryMode: v.picklist(['stream', 'embed']),
    driveApiUrl: Origin,
    authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
    /** Where the browser finds Cognito when it is not AWS's own address; local mode only. */
    cognitoEndpoint: v.optional(Origin),
    /** A firewall limits sign-ups and sign-ins by network address; it is billed by the month. See sign-in-limits.ts. */
    limitSignIns: v.boolean(),
    /** Owners reach the dashboard only once they sign in with a code too (docs/decisions/15-second-factor.md). */
    ownersNeedSecondFactor: v.boolean(),
    /** Cognito refuses passwords that are known to have leaked; it is billed by the active account. */
    checkCompromisedCredentials: v.boolean(),
    /**
     * Codes and invitations are sent by Amazon SES, once it has verified the sender (docs/runbook.md). Without it they
     * are sent by Cognito itself, which stops at 50 a day for all accounts together.
     */
    mail: v.optional(Mail),
    /** Where alarms are sent; without one they only show in the console. */
    alarmEmail: v.optional(v.pipe(v.string(), v.email())),
    /** Expected costs of the whole AWS account in a month, in US dollars: beyond it an alarm is sent. */
    monthlyBudgetUsd: Count,
    /** Signs in as a probe account and opens a document every 15 minutes. See probe.ts. */
    probe: v.boolean(),
    /** The whole table is exported to S3 once a day; exports are kept for so many days, 0 makes none. */
    exportRetentionDays: v.picklist([0, 30, 90, 365]),
    /** How long logs are kept. Days. */
    logRetentionDays: v.picklist([7, 30, 90, 365]),
    /** Table, accounts and secrets cannot be deleted, and outlive their stack. */
    protectData: v.boolean(),
    /** The pairs of keys for signed URLs; of deployed stages, as infra/signing-keys.json says. */
    signingKeys: SigningKeys,
    site: v.strictObject({
      ...SiteContent.entries,
      contactEmail: v.pipe(v.string(), v.email()),
      whatsapp: v.pipe(v.string(), v.regex(/^\d{8,15}$/, 'must be digits only, with the country code')),
      socialUrl: v.pipe(v.string(), v.url()),
      priceDh: Count,
      premiumValidUntil: v.nullable(Day),
      exams: v.array(v.strictObject({ label: v.string(), date: Day })),
      claims: v.strictObject({ subjects: Count, resources: Count, yearsOfExperience: Count }),
    }),
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

const Port = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(65_528))

/** What the environment may say; all of it optional. */
const Environment = v.object({
  CDK_DEFAULT_ACCOUNT: v.optional(v.string()),
  /** Local mode: the edge's port; the other parts follow it. */
  PORT: v.optional(Port, '3000'),
  DELIVERY_MODE: v.optional(v.picklist(['stream', 'embed'])),
  COGNITO_ENDPOINT: v.optional(v.string()),
  DRIVE_API_URL: v.optional(v.string()),
  /** Read in place of infra/signing-keys.json: a rotation is tried with a copy. */
  SIGNING_KEYS_FILE: v.optional(v.string()),
})
type Environment = v.InferOutput<typeof Environment>

/** The fictional installation that every stage starts from. */
const site: Stage['site'] = {
  name: 'Cap Physique-Chimie',
  contactEmail: 'contact@cap-physique-chimie.example',
  phone: '+212 600 00 00 00',
  whatsapp: '212600000000',
  socialUrl: 'https://reseau-social.example/cap-physique-chimie',
  availability: 'Du lundi au vendredi, de 9h à 18h',
  priceDh: 250,
  premiumValidUntil: '2026-07-10',
  payment: {
    bank: {
      name: 'Banque Exemple',
      holder: 'Cap Physique-Chimie',
      account: '000 000 0000000000000000 00',
    },
    agencies: ['Agence Transfert Un', 'Agence Transfert Deux'],
  },
  exams: [
    { label: 'Examen national, session normale', date: '2027-06-03' },
    { label: 'Examen national, session de rattrapage', date: '2027-07-05' },
  ],
  claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
}

const base = {
  region: 'eu-west-3',
  owners: ['proprietaire@cap-physique-chimie.example', 'associee@cap-physique-chimie.example'],
  deliveryMode: 'stream',
  driveApiUrl: 'https://www.googleapis.com',
  authFlow: 'USER_SRP_AUTH',
  originSecretVersion: 1,
  site,
} satisfies Partial<StageDefinition>

/** What a stage does without that nobody pays for. */
const unbilled = {
  firewall: false,
  originConcurrency: null,
  checkCompromisedCredentials: false,
  monthlyBudgetUsd: 10,
  probe: false,
  exportRetentionDays: 0,
} satisfies Partial<StageDefinition>

function signingKeysOf(stage: StageName, file: string | undefined): SigningKeys {
  const { active, versions } = entryOf(readSigningKeys(file), stage)
  return { active, versions }
}

const definitions: Record<StageName, (environment: Environment) => StageDefinition> = {
  local: ({ PORT, DELIVERY_MODE, COGNITO_ENDPOINT, DRIVE_API_URL }) => ({
    ...base,
    name: 'local',
    siteOrigin: `http://localhost:${PORT}`,
    owners: ['proprietaire@demo.bac', 'associee@demo.bac'],
    deliveryMode: DELIVERY_MODE ?? 'stream',
    driveApiUrl: DRIVE_API_URL ?? `http://localhost:${PORT + 5}`,
    // The emulator of Cognito knows no SRP.
    authFlow: 'USER_PASSWORD_AUTH',
    cognitoEndpoint: COGNITO_ENDPOINT ?? `http://localhost:${PORT + 3}`,
    signingKeys: FIRST_SIGNING_KEYS,
    limitSignIns: true,
    ...unbilled,
    ownersNeedSecondFactor: false,
    logRetentionDays: 7,
    protectData: false,
  }),
  dev: ({ CDK_DEFAULT_ACCOUNT, SIGNING_KEYS_FILE }) => ({
    ...base,
    name: 'dev',
    account: CDK_DEFAULT_ACCOUNT,
    signingKeys: signingKeysOf('dev', SIGNING_KEYS_FILE),
    // Works at once: needs no Google credentials.
    deliveryMode: 'embed',
    // Costs nothing while nobody uses it.
    limitSignIns: false,
    ...unbilled,
    ownersNeedSecondFactor: false,
    logRetentionDays: 7,
    protectData: false,
  }),
  staging: ({ CDK_DEFAULT_ACCOUNT, SIGNING_KEYS_FILE }) => ({
    ...base,
    name: 'staging',
    account: CDK_DEFAULT_ACCOUNT,
    signingKeys: signingKeysOf('staging', SIGNING_KEYS_FILE),
    limitSignIns: true,
    firewall: false,
    originConcurrency: 20,
    checkCompromisedCredentials: false,
    monthlyBudgetUsd: 50,
    probe: true,
    exportRetentionDays: 30,
    ownersNeedSecondFactor: true,
    logRetentionDays: 30,
    protectData: true,
  }),
  prod: ({ CDK_DEFAULT_ACCOUNT, SIGNING_KEYS_FILE }) => ({
    ...base,
    name: 'prod',
    account: CDK_DEFAULT_ACCOUNT,
    signingKeys: signingKeysOf('prod', SIGNING_KEYS_FILE),
    limitSignIns: true,
    // By the request it costs a third as much as all the rest: switched on when it is needed (docs/runbook.md, 'Under attack').
    firewall: false,
    originConcurrency: 200,
    checkCompromisedCredentials: false,
    monthlyBudgetUsd: 100,
    probe: true,
    exportRetentionDays: 90,
    ownersNeedSecondFactor: true,
    logRetentionDays: 365,
    protectData: true,
  }),
}

/**
 * The checked configuration of a stage. The only place that reads the environment.
 * @param name as given by `-c stage=…`; dev when there is none
 * @throws Error that names the stage and each bad value
 */
export function loadStage(name: unknown = 'dev', environment: NodeJS.ProcessEnv = process.env): Stage {
  const known = v.safeParse(v.picklist(STAGE_NAMES), name)
  if (!known.success) throw new Error(`Unknown stage '${String(name)}': one of ${STAGE_NAMES.join(', ')}`)
  const variables = parse(Environment, environment, 'The environment')
  return checkStage(definitions[known.output](variables))
}

/** A stage as it stands above, checked. @throws Error that names the stage and each bad value */
export function checkStage(definition: StageDefinition): Stage {
  return parse(StageSchema, definition, `Stage '${definition.name}'`)
}

function parse<S extends v.GenericSchema>(schema: S, input: unknown, what: string): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'whole'}: ${issue.message}`)
  throw new Error(`${what} is not valid. ${faults.join('; ')}`)
}
