import { exportSubjects } from '#functions/admin/import/import-subjects.ts'
import { createAuditLog } from '#functions/data/audit.ts'
import { createCounters } from '#functions/data/counters.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { exportKind } from '#scripts/export.ts'
import { formatReports, importKind } from '#scripts/import.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createAccount, ensureAccount, findAccount, listAccounts } from './accounts.ts'
import { exportUsers, importUsers } from './import-users.ts'
import { type AccountStores, startAccountStores } from './test-support/account-stores.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const OWNER = 'proprietaire@demo.bac'
const CREATED = '2024-05-01T10:11:12.123Z'
const HEADER =
  'email;createdAt;isPremium;premiumUntil;paymentAmount;paymentMeans;paymentReference;isAdmin;blockedReason;blockedAt'

let site: AccountStores
beforeAll(async () => {
  site = await startAccountStores()
})
afterAll(() => site.stop())

const importLines = (lines: readonly string[], isDryRun = false) =>
  importCsv([HEADER, ...lines].join('\n'), isDryRun)

async function importCsv(csv: string, isDryRun = false) {
  const deps = { table: site.store.table, pool: site.pool, owners: [OWNER], now: () => NOW }
  const reports = await importUsers(deps, csv, { isDryRun, onProgress: () => {} })
  return reports.map(({ outcome, errors }) => errors[0]?.message ?? outcome)
}

async function profileOf(email: string) {
  const account = await findAccount(site.pool, email)
  return account && site.users.find(account.sub)
}

const lines = [
  `Gratuit@Exemple.test;${CREATED};false;;;;;;;`,
  `premium@exemple.test;2024-05-01 10:11:12.123456+00:00;oui;2026-07-10;250,5;Virement;REF-1;;;`,
  `toujours@exemple.test;${CREATED};1;;;;;;;`,
  `fini@exemple.test;${CREATED};oui;2025-07-10T23:00:00.000Z;;;;;;`,
  `admin@exemple.test;${CREATED};non;;;;;oui;;`,
  `bloque@exemple.test;${CREATED};oui;;;;;;Partage de compte;2025-02-03T04:05:06Z`,
  `adresse@exemple.test;;;;;;;;Fraude;`,
]

test('a dry run creates nothing', async () => {
  expect(await importLines(lines, true)).toEqual(lines.map(() => 'created'))
  expect((await listAccounts(site.pool)).size).toBe(0)
  expect(await createCounters(site.store.table).countUsers()).toBe(0)
})

test('creates accounts with Premium, its end and payment, blocks addresses, and writes an entry each', async () => {
  expect(await importLines(lines)).toEqual(lines.map(() => 'created'))
  expect(await profileOf('gratuit@exemple.test')).toMatchObject({ isPremium: false, createdAt: CREATED })
  expect(await profileOf('premium@exemple.test')).toMatchObject({
    isPremium: true,
    premiumUntil: '2026-07-10',
    payment: { amount: 250.5, means: 'Virement', reference: 'REF-1' },
    createdAt: CREATED,
  })
  expect(await profileOf('toujours@exemple.test')).toMatchObject({ isPremium: true, premiumUntil: null })
  expect(await profileOf('fini@exemple.test')).toMatchObject({ premiumUntil: '2025-07-10' })
  expect(await profileOf('admin@exemple.test')).toMatchObject({ isAdmin: true, isPremium: false })
  expect(await profileOf('bloque@exemple.test')).toMatchObject({ blockedAt: '2025-02-03T04:05:06.000Z' })
  expect(await site.blocked.find('bloque@exemple.test')).toMatchObject({ reason: 'Partage de compte' })
  expect(await site.blocked.find('adresse@exemple.test')).toMatchObject({ blockedAt: NOW.toISOString() })
  const accounts = await listAccounts(site.pool)
  expect(accounts.get('bloque@exemple.test')).toMatchObject({ isEnabled: false })
  expect(accounts.has('adresse@exemple.test')).toBe(false)
  // Without a password Cognito sends no code.
  expect([...accounts.values()].filter(({ isUnused }) => isUnused)).toEqual([])
  expect(await site.entriesOf('premium@exemple.test')).toMatchObject([
    { action: 'CREATE_USER', actor: { type: 'system' }, after: { isPremium: true, createdAt: CREATED } },
  ])
  expect((await site.entriesOf('bloque@exemple.test')).map(({ action }) => action).toSorted()).toEqual([
    'CREATE_BLOCK',
    'CREATE_USER',
  ])
})

test('the same file, and the export of it, change nothing', async () => {
  const before = await exportUsers(site.store.table)
  expect(await importLines(lines)).toEqual(lines.map(() => 'unchanged'))
  expect(await importCsv(before)).toEqual(lines.map(() => 'unchanged'))
  expect(await exportUsers(site.store.table)).toBe(before)
  expect(await site.entriesOf('premium@exemple.test')).toHaveLength(1)
})

describe('an interrupted import is finished by the next one', () => {
  test.each([
    { step: 'the account was created', email: 'un@exemple.test', createdAt: null },
    { step: 'the profile was created', email: 'deux@exemple.test', createdAt: CREATED },
    {
      step: 'the daily reconciliation made a profile',
      email: 'trois@exemple.test',
      createdAt: NOW.toISOString(),
    },
  ])('after $step', async ({ email, createdAt }) => {
    const sub = (await createAccount(site.pool, email, 'silently')) ?? ''
    if (createdAt) await site.users.createProfile(newProfile(sub, email, new Date(createdAt)))
    expect(await importLines([`${email};${CREATED};false;;;;;;Fraude;`])).toEqual(['created'])
    expect(await profileOf(email)).toMatchObject({
      id: sub,
      createdAt: CREATED,
      blockedAt: NOW.toISOString(),
    })
    expect(await findAccount(site.pool, email)).toMatchObject({ isUnused: false, isEnabled: false })
  })
})

test('a sign-up without a profile is taken over, so that its password and tokens end', async () => {
  const account = { email: 'inacheve@exemple.test', password: 'motdepasse' }
  await ensureAccount(site.pool, account)
  expect(await importLines([`${account.email};${CREATED};oui;;;;;;;`])).toEqual(['created'])
  expect(await site.signIn(account.email, account.password)).toBeUndefined()
  expect(await profileOf(account.email)).toMatchObject({
    isPremium: true,
    signInsFrom: NOW.getTime() / 1000,
  })
})

test('a person who signed up here keeps their account, without the Premium of the file', async () => {
  const email = 'inscrit@exemple.test'
  const sub = await ensureAccount(site.pool, { email, password: 'motdepasse' })
  await site.users.createProfile(newProfile(sub, email, NOW))
  expect(await importLines([`${email};${CREATED};oui;;;;;;;`])).toEqual([
    expect.stringContaining('sans Premium'),
  ])
  expect(await importLines([`${email};${CREATED};non;;;;;;;`])).toEqual(['unchanged'])
  expect(await site.signIn(email, 'motdepasse')).toBeDefined()
})

test.each([
  ['not-an-address;2024-05-01T00:00:00Z;non;;;;;;;', 'adresse email valide'],
  [`${'a'.repeat(120)}@exemple.test;${CREATED};non;;;;;;;`, 'aussi longue'],
  ['a@exemple.test;;non;;;;;;;', 'blockedReason'],
  [`a@exemple.test;${CREATED};peut-être;;;;;;;`, 'oui ou non'],
  [`a@exemple.test;${CREATED};oui;2026-02-31;;;;;;`, 'un jour (2026-07-10)'],
  [`a@exemple.test;${CREATED};oui;;beaucoup;Virement;;;;`, 'nombre de 0'],
  [`${OWNER};${CREATED};oui;;;;;;;`, 'npm run create-owner'],
  [`admin@exemple.test;${CREATED};non;;;;;;Fraude;`, 'administrateur'],
])('refuses the line %s', async (line, sentence) => {
  expect(await importLines([line])).toEqual([expect.stringContaining(sentence)])
})

describe('the command', () => {
  let store: TestTable
  beforeAll(async () => {
    store = await startTable()
  })
  afterAll(() => store.stop())

  const importInto = async (kind: 'resources' | 'subjects', csv: string, isDryRun = false) => {
    const options = { table: store.table, stage: 'local', isDryRun, onProgress: () => {} } as const
    return formatReports(await importKind[kind](csv, options), isDryRun)
  }
  const countEntries = async () => {
    const activity = await createAuditLog(store.table).listActivity()
    return activity.reduce((sum, { count }) => sum + count, 0)
  }

  test('resources are checked, imported in batches by SYSTEM, and unchanged by their own export', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, index) =>
        `SM;ondes;1;${2008 + (index % 50)};${EXAM_SESSIONS[Math.floor(index / 50)]};exercise;pdf;Énoncé;${SAMPLE_DRIVE_ID}`,
    )
    const csv = [
      'track;theme;chapter;year;session;resourceType;type;title;file',
      ...rows,
      'SM;ondes;1;20;Normale;exercise;pdf;Énoncé;x',
    ].join('\n')
    expect(await importInto('resources', csv, true)).toMatch(/À faire : 100 ajoutées, 0 modifiées/)
    expect(await countEntries()).toBe(0)
    const [year, file, ...summary] = (await importInto('resources', csv)).split('\n')
    expect(year).toBe('Ligne 102 : year : Veuillez entrer une année valide (4 chiffres)')
    expect(file).toMatch(/^Ligne 102 : file : /)
    expect(summary).toEqual(['Fait : 100 ajoutées, 0 modifiées.', '0 déjà à jour, 1 refusées.'])
    expect(await countEntries()).toBe(2)
    const exported = await exportKind.resources(store.table)
    expect(await importInto('resources', exported)).toMatch(/100 déjà à jour, 0 refusées/)
  })

  describe('subjects', () => {
    const header = 'track,year,session,file'
    const csv = `${header}\nSM,2023,Normale,${SAMPLE_DRIVE_ID}\nPC,2022,Rattrapage,${SAMPLE_DRIVE_ID}`

    test('a dry run writes nothing, an import adds them with an entry each, and a second one changes nothing', async () => {
      const entries = await countEntries()
      expect(await importInto('subjects', csv, true)).toMatch(/À faire : 2 ajoutées/)
      expect(await createSubjects(store.table).listAll()).toEqual([])
      expect(await importInto('subjects', csv)).toMatch(/Fait : 2 ajoutées/)
      expect(await countEntries()).toBe(entries + 2)
      expect(await importInto('subjects', csv)).toMatch(/2 déjà à jour/)
      expect(
        await importInto('subjects', exportSubjects(await createSubjects(store.table).listAll())),
      ).toMatch(/2 déjà à jour/)
      expect(await countEntries()).toBe(entries + 2)
    })
  })
})
