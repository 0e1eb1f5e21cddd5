import { createUserPool } from '#functions/aws/user-pool.ts'

export { handler } from '../bare/get-item.ts'

/** The yardstick with Cognito's client, which is opened and not asked. */
export const userPool = createUserPool(process.env.USER_POOL_ID ?? '')
