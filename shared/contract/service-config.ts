import * as v from 'valibot'

/** The part of `GET /config.json` by which a browser finds its services. */
export const ServiceConfig = v.object({
  stage: v.string(),
  region: v.string(),
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  /** Address of the Cognito emulator, in local mode only. */
  cognitoEndpoint: v.optional(v.string()),
  authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
  /** True when owners reach the dashboard with a second factor only. */
  ownersNeedSecondFactor: v.boolean(),
})
export type ServiceConfig = v.InferOutput<typeof ServiceConfig>
