import * as v from 'valibot'
import { createPasswordSignIn } from '../aws/password-sign-in.ts'
import { openSecret } from '../aws/secrets.ts'
import { systemClock } from '../http/clock.ts'
import { ProbeEnvironment } from './environment.ts'
import { runProbe } from './run-probe.ts'
import { createVisitor } from './visit.ts'

const env = v.parse(ProbeEnvironment, process.env)
const deps = {
  signIn: createPasswordSignIn(env.USER_POOL_ID, env.PROBE_CLIENT_ID),
  email: env.PROBE_EMAIL,
  password: openSecret(env.PROBE_PASSWORD_SECRET_ID),
  visitor: createVisitor(env.SITE_ORIGIN),
  siteOrigin: env.SITE_ORIGIN,
  clock: systemClock,
}

/** Runs every 15 minutes. A run fails only when the probe itself is broken; it reports a broken site. */
export const handler = () => runProbe(deps)
