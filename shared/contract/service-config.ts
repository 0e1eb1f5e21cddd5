import * as v from 'valibot'

/** What a browser needs of `GET /config.json` to find its services. */
export const ServiceConfig = v.object({
  stage: v.string(),
  region: v.string(),
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  /** In local mode only. */
  cognitoEndpoint: v.optional(v.string()),
  authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
  /** Whether owners reach the dashboard with a second factor only. */
  ownersNeedSecondFactor: v.boolean(),
})
export type ServiceConfig = v.InferOutput<typeof ServiceConfig>
