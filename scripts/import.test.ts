import { exportSubjects } from '#functions/admin/import/import-subjects.ts'
import { createAuditLog } from '#functions/data/audit.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { exportAllResources } from './export.ts'
import { formatReports, importKind } from './import.ts'

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
  const exported = await exportAllResources(store.table)
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
    expect(await importInto('subjects', exportSubjects(await createSubjects(store.table).listAll()))).toMatch(
      /2 déjà à jour/,
    )
    expect(await countEntries()).toBe(entries + 2)
  })
})
