import { loadStage, STAGE_NAMES } from './stages.ts'

test.each(STAGE_NAMES)('stage %s is valid and carries the claims of the specification', (name) => {
  const stage = loadStage(name, {})
  expect(stage.name).toBe(name)
  expect(stage.site).toMatchObject({
    priceDh: 250,
    premiumValidUntil: '2026-07-10',
    claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
  })
  expect(stage.owners).toHaveLength(2)
})

test.each(STAGE_NAMES)('in %s, sign-ins are limited by address, unless it is dev', (name) => {
  expect(loadStage(name, {}).limitSignIns).toBe(name !== 'dev')
})

test.each([
  { name: 'local', needed: false },
  { name: 'dev', needed: false },
  { name: 'staging', needed: true },
  { name: 'prod', needed: true },
])('owners of $name need a second factor: $needed', ({ name, needed }) => {
  expect(loadStage(name, {}).ownersNeedSecondFactor).toBe(needed)
})

test('the default stage is dev', () => {
  expect(loadStage(undefined, {}).name).toBe('dev')
})

test('an unknown stage is refused by name', () => {
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
])('a bad value fails with its place: $environment', ({ environment, says }) => {
  expect(() => loadStage('local', environment)).toThrow(says)
})

test('an account that is none is refused', () => {
  expect(() => loadStage('prod', { CDK_DEFAULT_ACCOUNT: '123' })).toThrow(
    "Stage 'prod' is not valid. account: must be twelve digits",
  )
})

test('the parts of local mode follow its port', () => {
  expect(loadStage('local', { PORT: '4000' })).toMatchObject({
    siteOrigin: 'http://localhost:4000',
    cognitoEndpoint: 'http://localhost:4003',
    driveApiUrl: 'http://localhost:4005',
    owners: ['proprietaire@demo.bac', 'associee@demo.bac'],
    authFlow: 'USER_PASSWORD_AUTH',
    deliveryMode: 'stream',
  })
})

test('the environment of local mode changes nothing elsewhere', () => {
  const strange = {
    PORT: '4000',
    DELIVERY_MODE: 'embed',
    COGNITO_ENDPOINT: 'http://localhost:1',
    DRIVE_API_URL: 'http://localhost:2',
  }
  expect(loadStage('prod', strange)).toEqual(loadStage('prod', {}))
})
