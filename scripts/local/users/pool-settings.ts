import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'

export type PoolSettings = ReturnType<typeof readPool>

const Pool = v.object({
  LambdaConfig: v.optional(v.record(v.string(), v.string()), {}),
  Policies: v.object({
    PasswordPolicy: v.object({
      MinimumLength: v.number(),
      TemporaryPasswordValidityDays: v.optional(v.number(), 7),
    }),
  }),
})

const Unit = v.picklist(['minutes', 'hours', 'days'])
const UNIT_SECONDS = { minutes: 60, hours: 3_600, days: 86_400 }

const Client = v.object({
  AccessTokenValidity: v.number(),
  RefreshTokenValidity: v.number(),
  TokenValidityUnits: v.object({ AccessToken: Unit, RefreshToken: Unit }),
  // The fake knows sign-in by password, without a word on whether an account exists.
  ExplicitAuthFlows: v.pipe(v.array(v.string()), v.includes('ALLOW_USER_PASSWORD_AUTH')),
  PreventUserExistenceErrors: v.literal('ENABLED'),
  WriteAttributes: v.array(v.string()),
})

/** @throws Error when the templates hold no pool, or more than one client */
export function readPool(templates: Templates, region: string) {
  const pool = templates.only('AWS::Cognito::UserPool')
  const client = templates.only('AWS::Cognito::UserPoolClient')
  const { LambdaConfig, Policies } = pool.read(Pool)
  const properties = client.read(Client)
  const { TokenValidityUnits: units } = properties
  return {
    userPoolId: pool.id,
    clientId: client.id,
    region,
    minPasswordLength: Policies.PasswordPolicy.MinimumLength,
    temporaryPasswordDays: Policies.PasswordPolicy.TemporaryPasswordValidityDays,
    writeAttributes: properties.WriteAttributes,
    accessTokenSeconds: properties.AccessTokenValidity * UNIT_SECONDS[units.AccessToken],
    refreshTokenSeconds: properties.RefreshTokenValidity * UNIT_SECONDS[units.RefreshToken],
    /** ARNs of the functions by trigger: PreSignUp, PostConfirmation, PostAuthentication. */
    triggers: LambdaConfig,
  }
}
