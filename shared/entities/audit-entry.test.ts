import { type Actor, actorLabel, isLegitimateActor } from './audit-entry.ts'

const owners = ['premiere@exemple.test']

test.each<[Actor, string, boolean]>([
  [{ type: 'system' }, 'SYSTEM', true],
  [{ type: 'admin', email: 'premiere@exemple.test' }, 'premiere@exemple.test', true],
  [{ type: 'admin', email: 'autre@exemple.test' }, 'autre@exemple.test', false],
  // An account with this address is not the system.
  [{ type: 'admin', email: 'SYSTEM' }, 'SYSTEM', false],
])('%j is shown as %s, legitimate: %s', (actor, label, isLegitimate) => {
  expect(actorLabel(actor)).toBe(label)
  expect(isLegitimateActor(actor, owners)).toBe(isLegitimate)
})
