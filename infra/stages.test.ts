import { checkStage, loadStage, STAGE_NAMES } from './stages.ts'

test.each(STAGE_NAMES)('stage %s is valid and has the default offer and claims', (name) => {
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
  { at: '2027-07-09T12:00:00Z', summer: 2027 },
  { at: '2027-07-10T12:00:00Z', summer: 2028 },
])('the demonstration of $at sells Premium for the exams of $summer', ({ at, summer }) => {
  const { premiumValidUntil, exams } = loadStage('local', {}, new Date(at)).site
  expect(premiumValidUntil).toBe(`${summer}-07-10`)
  expect(exams.map(({ date }) => date)).toEqual([`${summer}-06-03`, `${summer}-07-05`])
})

test.each([
  { name: 'local', isProtected: false, isLimited: true, exportDays: 0 },
  { name: 'dev', isProtected: false, isLimited: false, exportDays: 0 },
  { name: 'staging', isProtected: true, isLimited: true, exportDays: 30 },
  { name: 'prod', isProtected: true, isLimited: true, exportDays: 90 },
])('$name protects its data: $isProtected', ({ name, isProtected, isLimited, exportDays }) => {
  expect(loadStage(name, {})).toMatchObject({
    protectData: isProtected,
    ownersNeedSecondFactor: isProtected,
    probe: isProtected,
    limitSignIns: isLimited,
    limitPartitions: true,
    exportRetentionDays: exportDays,
  })
})

const siteOrigin = 'https://www.exemple.test'
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/x'
const hostedZone = { id: 'Z0123456789ABC', name: 'exemple.test' }
const from = 'ne-pas-repondre@exemple.test'

test.each([
  { said: { siteOrigin, certificateArn } },
  { said: { siteOrigin: 'https://exemple.test', hostedZone } },
  { said: { mail: { from, domain: 'exemple.test', region: 'eu-west-1' } } },
  { said: { originConcurrency: 2 } },
  { said: { originConcurrency: null } },
  { said: { siteOrigin }, fault: 'siteOrigin goes with either' },
  { said: { hostedZone }, fault: 'siteOrigin goes with either' },
  { said: { certificateArn }, fault: 'siteOrigin goes with either' },
  { said: { siteOrigin, certificateArn, hostedZone }, fault: 'siteOrigin goes with either' },
  { said: { siteOrigin: 'https://www.autre.test', hostedZone }, fault: 'must lie in its hostedZone' },
  { said: { siteOrigin: 'https://unexemple.test', hostedZone }, fault: 'must lie in its hostedZone' },
  { said: { siteOrigin, hostedZone: { ...hostedZone, id: 'exemple.test' } }, fault: 'hostedZone.id' },
  { said: { siteOrigin, certificateArn: 'arn:aws:acm:eu-west-3:1:certificate/x' }, fault: 'certificateArn' },
  { said: { mail: { from: 'exemple.test' } }, fault: 'mail.from' },
  { said: { mail: { from, domain: 'autre.test' } }, fault: 'mail: from must be an address of domain' },
  { said: { mail: { from, domain: 'courriel.exemple.test' } }, fault: 'must be an address of domain' },
  { said: { mail: { from, domain: 'https://exemple.test' } }, fault: 'mail.domain' },
  { said: { mail: { from, region: 'Paris' } }, fault: 'mail.region' },
  // Each streaming origin has a call to itself.
  { said: { originConcurrency: 1 }, fault: 'originConcurrency' },
])('prod may have $said but for the fault: $fault', ({ said, fault }) => {
  const check = () => checkStage({ ...loadStage('prod', {}), ...said })
  if (fault) expect(check).toThrow(fault)
  else expect(check()).toMatchObject(said)
})

test.each([
  {
    name: 'production',
    environment: {},
    says: "Unknown stage 'production': one of local, dev, staging, prod",
  },
  { name: 'local', environment: { PORT: 'abc' }, says: 'The environment is not valid. PORT:' },
  { name: 'local', environment: { PORT: '70000' }, says: 'The environment is not valid. PORT:' },
  { name: 'local', environment: { DELIVERY_MODE: 'public' }, says: 'is not valid. DELIVERY_MODE:' },
  { name: 'local', environment: { COGNITO_ENDPOINT: 'http://localhost:3003/x' }, says: 'cognitoEndpoint:' },
  { name: 'prod', environment: { CDK_DEFAULT_ACCOUNT: '123' }, says: 'account: must be twelve digits' },
])('names what is wrong of $name with $environment', ({ name, environment, says }) => {
  expect(() => loadStage(name, environment)).toThrow(says)
})

test("only local mode reads its environment, and derives the other ports from the site's", () => {
  const environment = { PORT: '4000', DELIVERY_MODE: 'embed' }
  expect(loadStage('local', environment)).toMatchObject({
    siteOrigin: 'http://localhost:4000',
    cognitoEndpoint: 'http://localhost:4001',
    driveApiUrl: 'http://localhost:4002',
    authFlow: 'USER_PASSWORD_AUTH',
    deliveryMode: 'embed',
  })
  expect(loadStage('prod', environment)).toEqual(loadStage('prod', {}))
  expect(loadStage(undefined, {}).name).toBe('dev')
})
