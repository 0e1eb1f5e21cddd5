import type { Basis } from './basis.ts'
import type { StackFacts } from './stack-facts.ts'

/** A switch, and the facts of the stage with it and without. */
export type Switch = {
  name: string
  on: (facts: StackFacts) => StackFacts
  off: (facts: StackFacts) => StackFacts
}

/** Where a stage has none, as many rules as the constructs make. */
export const switchesOf = ({ guarded }: Basis): readonly Switch[] => [
  {
    name: '`firewall`: in front of the whole site, billed by each request',
    on: (facts) => ({ ...facts, siteFirewallRules: guarded.siteFirewallRules }),
    off: (facts) => ({ ...facts, siteFirewallRules: null }),
  },
  {
    name: '`limitSignIns`: in front of the user pool',
    on: (facts) => ({ ...facts, signInFirewallRules: facts.signInFirewallRules ?? 3 }),
    off: (facts) => ({ ...facts, signInFirewallRules: null }),
  },
  {
    name: "`checkCompromisedCredentials`: Cognito's plan Plus",
    on: (facts) => ({ ...facts, accountPlan: 'PLUS' }),
    off: (facts) => ({ ...facts, accountPlan: 'LITE' }),
  },
  {
    name: '`exportRetentionDays` (90)',
    on: (facts) => ({ ...facts, exportDays: 90 }),
    off: (facts) => ({ ...facts, exportDays: 0 }),
  },
  {
    name: '`probe`: a sign-in and a document every 15 minutes',
    on: (facts) => ({ ...facts, isProbed: true }),
    off: (facts) => ({ ...facts, isProbed: false }),
  },
  {
    name: '`hostedZone`: a zone in Route 53 (made by hand, so not in the templates)',
    on: (facts) => ({ ...facts, hostedZones: 1 }),
    off: (facts) => ({ ...facts, hostedZones: 0 }),
  },
  {
    name: 'X-Ray, were the functions traced by Lambda itself (not a switch: why they are not)',
    on: (facts) => ({ ...facts, isTraced: true }),
    off: (facts) => ({ ...facts, isTraced: false }),
  },
  {
    name: "The gateway's metrics of each route (not a switch: why they are off)",
    on: (facts) => ({ ...facts, gateway: { ...facts.gateway, meteredRoutes: 43 } }),
    off: (facts) => ({ ...facts, gateway: { ...facts.gateway, meteredRoutes: 0 } }),
  },
]
