import * as v from 'valibot'
import { createApi } from '#functions/http/api.ts'
import { GuardedEnvironment } from '#functions/http/environment.ts'
import { openGuard } from '#functions/http/guard.ts'

export { handler } from '../bare/get-item.ts'

/** The yardstick with guard and chain, which are built and not called; token and log line are among what they load. */
export const chain = createApi(openGuard(v.parse(GuardedEnvironment, process.env)), [])
