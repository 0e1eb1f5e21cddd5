import * as v from 'valibot'
import { systemClock } from '../http/clock.ts'
import { secretReader } from '../secrets/secret-reader.ts'
import { ProbeEnvironment } from './environment.ts'
import { runProbe } from './run-probe.ts'
import { signInOf } from './sign-in.ts'
import { visitorOf } from './visit.ts'

const env = v.parse(ProbeEnvironment, process.env)
const deps = {
  signIn: signInOf({
    userPoolId: env.USER_POOL_ID,
    clientId: env.PROBE_CLIENT_ID,
    email: env.PROBE_EMAIL,
    // Anew each time: it may have been replaced since.
    readPassword: () => secretReader(env.PROBE_PASSWORD_SECRET_ID)(),
  }),
  visitor: visitorOf(env.SITE_ORIGIN),
  siteOrigin: env.SITE_ORIGIN,
  clock: systemClock,
}

/** Every 15 minutes. A site that fails is what a run finds out; a run fails only when it cannot look. */
export const handler = () => runProbe(deps)
