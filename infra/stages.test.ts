import { checkStage, loadStage, STAGE_NAMES } from './stages.ts'

test.each(STAGE_NAMES)('stage %s is valid and has the default claims', (name) => {
  const stage = loadStage(name, {}, new Date('2026-05-01T12:00:00Z'))
  expect(stage.name).toBe(name)
  expect(stage.site).toMatchObject({
    priceDh: 250,
    premiumValidUntil: '2026-07-10',
    claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
  })
  expect(stage.owners).toHaveLength(2)
})

test.each([
  { at: '2026-11-24T12:00:00Z', summer: 2027 },
  { at: '2027-01-01T12:00:00Z', summer: 2027 },
  { at: '2027-07-09T12:00:00Z', summer: 2027 },
  { at: '2027-07-10T12:00:00Z', summer: 2028 },
])('the demonstration of $at sells Premium for the exams of $summer', ({ at, summer }) => {
  const { premiumValidUntil, exams } = loadStage('local', {}, new Date(at)).site
  expect(premiumValidUntil).toBe(`${summer}-07-10`)
  expect(exams.map(({ date }) => date)).toEqual([`${summer}-06-03`, `${summer}-07-05`])
})

test.each([
  { name: 'local', needed: false },
  { name: 'dev', needed: false },
  { name: 'staging', needed: true },
  { name: 'prod', needed: true },
])('owners of $name need a second factor: $needed', ({ name, needed }) => {
  expect(loadStage(name, {}).ownersNeedSecondFactor).toBe(needed)
})

describe("the site's own address", () => {
  const prod = loadStage('prod', {})
  const siteOrigin = 'https://www.exemple.test'
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/x'
  const hostedZone = { id: 'Z0123456789ABC', name: 'exemple.test' }

  test.each([
    { siteOrigin, certificateArn },
    { siteOrigin, hostedZone },
    { siteOrigin: 'https://exemple.test', hostedZone },
    {},
  ])('may be: %j', (said) => {
    expect(checkStage({ ...prod, ...said })).toMatchObject(said)
  })

  test.each([
    { said: { siteOrigin }, fault: 'siteOrigin goes with either' },
    { said: { hostedZone }, fault: 'siteOrigin goes with either' },
    { said: { certificateArn }, fault: 'siteOrigin goes with either' },
    { said: { siteOrigin, certificateArn, hostedZone }, fault: 'siteOrigin goes with either' },
    { said: { siteOrigin: 'https://www.autre.test', hostedZone }, fault: 'must lie in its hostedZone' },
    { said: { siteOrigin: 'https://unexemple.test', hostedZone }, fault: 'must lie in its hostedZone' },
    { said: { siteOrigin, hostedZone: { ...hostedZone, id: 'exemple.test' } }, fault: 'hostedZone.id' },
    {
      said: { siteOrigin, certificateArn: certificateArn.replace('us-east-1', 'eu-west-3') },
      fault: 'certificateArn',
    },
  ])('may not be: $said', ({ said, fault }) => {
    expect(() => checkStage({ ...prod, ...said })).toThrow(fault)
  })
})

test.each([
  { originConcurrency: 1, isValid: false },
  { originConcurrency: 2, isValid: true },
  { originConcurrency: null, isValid: true },
])(
  'each streaming origin has a call to itself: $originConcurrency is valid: $isValid',
  ({ originConcurrency, isValid }) => {
    const check = () => checkStage({ ...loadStage('prod', {}), originConcurrency })
    if (isValid) expect(check).not.toThrow()
    else expect(check).toThrow('originConcurrency')
  },
)

describe('the sender of mail', () => {
  const prod = loadStage('prod', {})
  const from = 'ne-pas-repondre@exemple.test'

  test.each([
    {},
    { mail: { from } },
    { mail: { from, domain: 'exemple.test' } },
    { mail: { from, domain: 'exemple.test', region: 'eu-west-1' } },
  ])('may be: %j', (said) => {
    expect(checkStage({ ...prod, ...said })).toMatchObject(said)
  })

  test.each([
    { mail: { from: 'exemple.test' }, fault: 'mail.from' },
    { mail: { from, domain: 'autre.test' }, fault: 'mail: from must be an address of domain' },
    { mail: { from, domain: 'courriel.exemple.test' }, fault: 'mail: from must be an address of domain' },
    { mail: { from, domain: 'https://exemple.test' }, fault: 'mail.domain' },
    { mail: { from, region: 'Paris' }, fault: 'mail.region' },
  ])('may not be: $mail', ({ mail, fault }) => {
    expect(() => checkStage({ ...prod, mail })).toThrow(fault)
  })
})

test('the default stage is dev', () => {
  expect(loadStage(undefined, {}).name).toBe('dev')
})

test('names an unknown stage in the error', () => {
  expect(() => loadStage('production', {})).toThrow(
    "Unknown stage 'production': one of local, dev, staging, prod",
  )
})

test.each([
  { environment: { PORT: 'abc' }, says: 'The environment is not valid. PORT:' },
  { environment: { PORT: '70000' }, says: 'The environment is not valid. PORT:' },
  { environment: { DELIVERY_MODE: 'public' }, says: 'The environment is not valid. DELIVERY_MODE:' },
  {
    environment: { COGNITO_ENDPOINT: 'http://localhost:3003/x' },
    says: "Stage 'local' is not valid. cognitoEndpoint:",
  },
  { environment: { DRIVE_API_URL: 'drive' }, says: "Stage 'local' is not valid. driveApiUrl:" },
])('names the faulty value of $environment', ({ environment, says }) => {
  expect(() => loadStage('local', environment)).toThrow(says)
})

test('rejects an invalid account id', () => {
  expect(() => loadStage('prod', { CDK_DEFAULT_ACCOUNT: '123' })).toThrow(
    "Stage 'prod' is not valid. account: must be twelve digits",
  )
})

test('derives the ports of local mode from PORT', () => {
  expect(loadStage('local', { PORT: '4000' })).toMatchObject({
    siteOrigin: 'http://localhost:4000',
    cognitoEndpoint: 'http://localhost:4003',
    driveApiUrl: 'http://localhost:4005',
    owners: ['proprietaire@demo.bac', 'associee@demo.bac'],
    authFlow: 'USER_PASSWORD_AUTH',
    deliveryMode: 'stream',
  })
})

test("ignores local mode's environment in other stages", () => {
  const strange = {
    PORT: '4000',
    DELIVERY_MODE: 'embed',
    COGNITO_ENDPOINT: 'http://localhost:1',
    DRIVE_API_URL: 'http://localhost:2',
  }
  expect(loadStage('prod', strange)).toEqual(loadStage('prod', {}))
})
