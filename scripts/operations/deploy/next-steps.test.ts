import { loadStage } from '#infra/stages.ts'
import { type Left, nextSteps } from './next-steps.ts'

const stage = { ...loadStage('prod', {}), owners: ['un@bac.ma', 'deux@bac.ma'], probe: false }
const all: Left = {
  origin: 'https://d1.cloudfront.net',
  ownOrigin: 'https://d1.cloudfront.net',
  answersAtOrigin: true,
  todo: [],
}

test('lists the address and each owner to be created', () => {
  expect(nextSteps(stage, all)).toEqual([
    '',
    'Le site répond : https://d1.cloudfront.net',
    '',
    'Ensuite :',
    "  - Si ce n'est pas fait : npm run create-owner -- --stage prod --email un@bac.ma",
    "  - Si ce n'est pas fait : npm run create-owner -- --stage prod --email deux@bac.ma",
  ])
})

const zone = { id: 'Z0123', name: 'bac.ma' }
const own = { ...all, origin: 'https://www.bac.ma' }

test.each([
  {
    what: "the distribution's own address beside the site's",
    words: nextSteps(stage, own),
    says: 'Adresse de CloudFront : https://d1.cloudfront.net',
  },
  {
    what: 'the record that DNS elsewhere lacks',
    words: nextSteps(stage, { ...own, answersAtOrigin: false }),
    says: 'faites de www.bac.ma un CNAME de d1.cloudfront.net',
  },
  {
    what: 'a zone that is not delegated',
    words: nextSteps({ ...stage, hostedZone: zone }, { ...own, answersAtOrigin: false }),
    says: 'la zone bac.ma est-elle déléguée',
  },
  {
    what: 'what the checks find missing',
    words: nextSteps(stage, { ...all, todo: ["L'API n'est pas activée.\nCompte de service a@b"] }),
    says: "  - L'API n'est pas activée.\n    Compte de service a@b",
  },
  {
    what: "the probe's account",
    words: nextSteps({ ...stage, probe: true }, all),
    says: 'npm run create-probe -- --stage prod',
  },
  {
    what: 'the confirmation of alarms',
    words: nextSteps({ ...stage, alarmEmail: 'alarmes@bac.ma' }, all),
    says: "confirmez l'abonnement aux alarmes dans le message reçu par alarmes@bac.ma",
  },
])('mentions $what', ({ words, says }) => {
  expect(words.join('\n')).toContain(says)
})
