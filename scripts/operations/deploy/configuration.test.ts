import { tmpdir } from 'node:os'
import { loadStage, type Stage } from '#infra/stages.ts'
import { checkoutFindings, configurationFindings } from './configuration.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

function real(name: 'dev' | 'prod', changes: Partial<Stage> = {}, site: Partial<Stage['site']> = {}): Stage {
  const stage = loadStage(name, {})
  return {
    ...stage,
    account: '123456789012',
    owners: ['un@bac.ma', 'deux@bac.ma'],
    alarmEmail: 'alarmes@bac.ma',
    mail: { from: 'ne-pas-repondre@bac.ma' },
    ...changes,
    site: {
      ...stage.site,
      name: 'Réussir en physique',
      privacy: { ...stage.site.privacy, controller: 'Réussir SARL' },
      contact: {
        ...stage.site.contact,
        email: 'contact@bac.ma',
        phone: '+212 612 34 56 78',
        whatsapp: '212612345678',
        socialUrl: 'https://reseau.ma/bac',
      },
      payment: {
        bank: { name: 'Banque du Lycée', holder: 'Bac', account: '007 780 0001234000123456 78' },
        agencies: ['Wafa', 'Barid'],
      },
      ...site,
    },
  }
}

test('has no finding about a stage with real values', () => {
  expect(configurationFindings(real('prod'), NOW)).toEqual([])
})

test.each([
  { stage: 'dev', kind: 'warning' },
  { stage: 'staging', kind: 'fault' },
  { stage: 'prod', kind: 'fault' },
] as const)('the fictional installation is a $kind in $stage', ({ stage, kind }) => {
  const [finding] = configurationFindings(loadStage(stage, {}), NOW)
  expect(finding?.kind).toBe(kind)
  for (const said of [
    'owners : proprietaire@',
    'site.name : ',
    'contact.phone : ',
    'payment.bank.account : ',
  ])
    expect(finding?.text).toContain(said)
})

test.each([
  {
    what: 'an owner of the demo',
    given: real('prod', { owners: ['a@demo.bac', 'b@bac.ma'] }),
    says: 'a@demo.bac',
  },
  {
    what: 'another region than the privacy page names',
    given: real('prod', { region: 'us-east-1' }),
    says: 'La page Confidentialité dit que les données sont à Paris (eu-west-3), pas en us-east-1',
  },
  {
    what: 'mail from a fictional address',
    given: real('prod', { mail: { from: 'ne-pas-repondre@bac.example' } }),
    says: 'mail.from : ne-pas-repondre@bac.example',
  },
])('refuses $what outside dev', ({ given, says }) => {
  expect(configurationFindings(given, NOW)).toEqual([
    { kind: 'fault', text: expect.stringContaining(says) as string },
  ])
})

test.each([
  { what: 'a single owner', given: real('prod', { owners: ['un@bac.ma'] }), says: 'Un seul propriétaire' },
  { what: 'no account', given: real('prod', { account: undefined }), says: 'account' },
  {
    what: 'an offer that is over',
    given: real('prod', {}, { premiumValidUntil: '2026-02-28' }),
    says: 'validité du Premium est passée (site.premiumValidUntil : 2026-02-28)',
  },
  {
    what: 'an exam that is over',
    given: real('prod', {}, { exams: [{ label: 'Examen', date: '2026-02-28' }] }),
    says: 'Examen : le 2026-02-28 est passé',
  },
])('warns of $what', ({ given, says }) => {
  expect(configurationFindings(given, NOW)).toEqual([
    { kind: 'warning', text: expect.stringContaining(says) as string },
  ])
})

test.each(['mail', 'alarmEmail'] as const)('prod goes without %s only where its stage says so', (setting) => {
  const without = { [setting]: undefined }
  expect(configurationFindings(real('prod', without), NOW)).toEqual([
    { kind: 'fault', text: expect.stringContaining(`goesWithout: ['${setting}']`) as string },
  ])
  expect(configurationFindings(real('prod', { ...without, goesWithout: [setting] }), NOW)).toEqual([])
  expect(configurationFindings(real('dev', without), NOW)).toEqual([])
})

test('warns of an interrupted rotation of keys', () => {
  const keys = { active: 'A', versions: { A: 1, B: 1 } } as const
  expect(checkoutFindings('dev', tmpdir(), { dev: keys })).toEqual([])
  expect(checkoutFindings('dev', tmpdir(), { dev: { ...keys, next: keys } })).toEqual([
    { kind: 'warning', text: expect.stringContaining('npm run rotate-signing-key -- --stage dev') as string },
  ])
})
