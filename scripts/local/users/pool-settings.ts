import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'

/** The user pool and its one client as the template declares them. */
export type PoolSettings = {
  userPoolId: string
  clientId: string
  region: string
  minPasswordLength: number
  /** How long a temporary password is good. */
  temporaryPasswordDays: number
  /** OFF, OPTIONAL or ON. */
  mfa: string
  hidesUnknownUsers: boolean
  /** Attributes that the client may write. */
  writeAttributes: string[]
  /** The client's own properties that the emulator understands. */
  client: Record<string, unknown>
  /** ARNs of the functions by trigger: PreSignUp, PostConfirmation, PostAuthentication… */
  triggers: Record<string, string>
}

const Pool = v.object({
  LambdaConfig: v.optional(v.record(v.string(), v.string()), {}),
  MfaConfiguration: v.optional(v.string(), 'OFF'),
  Policies: v.object({
    PasswordPolicy: v.object({
      MinimumLength: v.number(),
      TemporaryPasswordValidityDays: v.optional(v.number(), 7),
    }),
  }),
})

const Client = v.object({
  ClientName: v.string(),
  AccessTokenValidity: v.number(),
  IdTokenValidity: v.number(),
  RefreshTokenValidity: v.number(),
  TokenValidityUnits: v.record(v.string(), v.string()),
  ExplicitAuthFlows: v.array(v.string()),
  PreventUserExistenceErrors: v.optional(v.string()),
  WriteAttributes: v.array(v.string()),
})

export function readPool(templates: Templates, region: string): PoolSettings {
  const pool = templates.only('AWS::Cognito::UserPool')
  const client = templates.only('AWS::Cognito::UserPoolClient')
  const { LambdaConfig, MfaConfiguration, Policies } = pool.read(Pool)
  const { PreventUserExistenceErrors, WriteAttributes, ...properties } = client.read(Client)
  return {
    userPoolId: pool.id,
    clientId: client.id,
    region,
    minPasswordLength: Policies.PasswordPolicy.MinimumLength,
    temporaryPasswordDays: Policies.PasswordPolicy.TemporaryPasswordValidityDays,
    mfa: MfaConfiguration,
    hidesUnknownUsers: PreventUserExistenceErrors === 'ENABLED',
    writeAttributes: WriteAttributes,
    client: properties,
    triggers: LambdaConfig,
  }
}
