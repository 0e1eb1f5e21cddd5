import { countsIn, folderOf, type NewSite, school, startNewSite } from './test-support/new-site.ts'

let site: NewSite
beforeAll(async () => {
  site = await startNewSite()
}, 30_000)
afterAll(() => site.stop())

test('a folder that is none is told', async () => {
  await expect(site.migrate('/nulle/part', { isDryRun: true })).rejects.toThrow("Ce dossier n'existe pas")
})

test.each([
  ['no file', {}, 'Aucun export dans'],
  [
    'two files of one table',
    { 'profiles.csv': 'id\n', 'profiles.json': '[]' },
    'Deux fichiers pour la table profiles',
  ],
  [
    'another table’s columns',
    { 'profiles.csv': 'user_id,x\n1,2\n' },
    'profiles.csv : aucune colonne de la table profiles',
  ],
  [
    'open quotes',
    { 'profiles.csv': 'id,email\n1,"x\n' },
    'profiles.csv : les guillemets ouverts à la ligne 2',
  ],
  ['no JSON', { 'profiles.json': '[1' }, "profiles.json : ce n'est pas du JSON valide"],
])('a folder with %s is refused in a sentence', async (_, files, sentence) => {
  await expect(site.migrate(folderOf(files), { isDryRun: true })).rejects.toThrow(sentence)
})

test('an address of --admins that was no admin’s is told before anything is done', async () => {
  const { folder } = school('admins', 2)
  const run = site.migrate(folder, { isSure: true, changes: { admins: ['eleve0@admins.test'] } })
  await expect(run).rejects.toThrow('--admins')
})

test('--only leaves the other tables where they are, and takes the blocks with the accounts', async () => {
  const { folder } = school('seulement', 2)
  const { shown } = await site.migrate(folder, { isDryRun: true, only: ['profiles'] })
  expect(countsIn(shown, 'blocked_users.csv')).toEqual([1, 1, 0, 0])
  expect((await site.migrate(folder, { isDryRun: true })).shown).toContain(
    'Tables sans fichier, non reprises : bac_subjects, resources, admin_audit_logs',
  )
  await expect(site.migrate(folder, { isDryRun: true, only: ['resources'] })).rejects.toThrow('Aucun fichier')
})
