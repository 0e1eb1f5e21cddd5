import { loadStage } from '#infra/stages.ts'
import { nextSteps } from './next-steps.ts'

const stage = { ...loadStage('prod', {}), owners: ['un@bac.ma'], probe: false }
const ownOrigin = 'https://d1.cloudfront.net'
const at = (origin: string, answersAtOrigin = true) => ({ origin, ownOrigin, answersAtOrigin, todo: [] })
const own = at('https://www.bac.ma', false)

test.each([
  {
    what: 'each owner',
    words: nextSteps(stage, at(ownOrigin)),
    says: 'create-owner -- --stage prod --email un@',
  },
  { what: 'a missing record', words: nextSteps(stage, own), says: 'faites de www.bac.ma un CNAME de d1.' },
  {
    what: 'a zone that is not delegated',
    words: nextSteps({ ...stage, hostedZone: { id: 'Z0123', name: 'bac.ma' } }, own),
    says: 'la zone bac.ma est-elle déléguée',
  },
  { what: 'a probe', words: nextSteps({ ...stage, probe: true }, own), says: 'create-probe -- --stage prod' },
  {
    what: 'the confirmation of alarms',
    words: nextSteps({ ...stage, alarmEmail: 'alarmes@bac.ma' }, own),
    says: 'reçu par alarmes@bac.ma',
  },
])('after a deployment the operator is told of $what', ({ words, says }) => {
  expect(words.join('\n')).toContain(says)
})
