import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuditLog } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createCounters } from '#functions/data/counters.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { createUserLists } from '#functions/data/user-lists.ts'
import { createUsers } from '#functions/data/users.ts'
import { DRIVE_ID, documentedSubject } from '#functions/test-support/content.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createOwner } from '../create-owner.ts'
import { ensureAccount } from '../operations/pool-accounts.ts'
import { countsIn, folderOf, type NewSite, NOW, startNewSite } from './test-support/new-site.ts'
import { ADMINS, OLD_SITE, OWNERS } from './test-support/old-site.ts'

let site: NewSite
beforeAll(async () => {
  site = await startNewSite()
}, 30_000)
afterAll(() => site.stop())

describe('the old site', () => {
  let folder: string
  const changes = { admins: ADMINS }

  beforeAll(async () => {
    folder = folderOf(OLD_SITE)
    const pool = site.pool
    const sub = await ensureAccount(pool, { email: 'inscrit@ancien.test', password: 'motdepasse' })
    await createUsers(site.store.table).createProfile(newProfile(sub, 'inscrit@ancien.test', NOW))
    await createSubjects(site.store.table).putAll([documentedSubject({ track: 'SVT', year: '2020' })])
  })

  test('is not moved before it was tried', async () => {
    await expect(site.migrate(folder, { changes })).rejects.toThrow("Aucune simulation n'a été faite")
  })

  test('is tried: every fault is told by file and line, and nothing is written', async () => {
    const before = [await site.everything(), await site.listAccounts()]
    const { left, shown } = await site.migrate(folder, { changes, isDryRun: true })
    expect([await site.everything(), await site.listAccounts()]).toEqual(before)
    expect(left).toBe(21)
    expect(countsIn(shown, 'profiles_rows.csv')).toEqual([13, 5, 0, 8])
    expect(countsIn(shown, 'blocked_users.json')).toEqual([5, 2, 0, 3])
    expect(countsIn(shown, 'bac_subjects.csv')).toEqual([7, 2, 1, 4])
    expect(countsIn(shown, 'resources.jsonl')).toEqual([7, 3, 1, 3])
    expect(countsIn(shown, 'admin_audit_logs.csv')).toEqual([6, 3, 0, 3])
    for (const told of [
      'profiles_rows.csv, ligne 4 (pas une adresse) : email : Veuillez entrer une adresse email valide',
      'profiles_rows.csv, ligne 5 (drapeau@ancien.test) : is_premium : Cette valeur doit être vrai ou faux',
      "profiles_rows.csv, ligne 6 (date@ancien.test) : created_at : Cette date n'est pas lisible",
      'profiles_rows.csv, ligne 7 (premium@ancien.test) : Même adresse que profiles_rows.csv, ligne 2',
      'profiles_rows.csv, ligne 8 (proprietaire@ancien.test) : Adresse de propriétaire',
      'profiles_rows.csv, ligne 12 (mal-bloque@ancien.test) : Cette adresse est bloquée, mais la ligne',
      "profiles_rows.csv, ligne 13 (inscrit@ancien.test) : Un compte s'est inscrit ici",
      'profiles_rows.csv, ligne 14 : 2 cellules pour 6 colonnes',
      "profiles_rows.csv, ligne 10 (ex-admin@ancien.test) : droit d'administration non repris",
      "blocked_users.json, élément 3 (mal-bloque@ancien.test) : blocked_at : Cette date n'est pas lisible",
      'blocked_users.json, élément 4 (proprietaire@ancien.test) : Un propriétaire ou un administrateur',
      'blocked_users.json, élément 5 : email : ',
      'bac_subjects.csv, ligne 3 (Bac SM 2023 - Session Normale) : Même filière, année et session que bac_subjects.csv, ligne 2',
      'bac_subjects.csv, ligne 5 (Bac PC 2022 - Session Rattrapage) : préfixe secure: retiré',
      'bac_subjects.csv, ligne 6 : file_path : Référence chiffrée (enc_)',
      'bac_subjects.csv, ligne 7 : year : Veuillez entrer une année valide (4 chiffres)',
      'bac_subjects.csv, ligne 8 (Bac SVT 2020 - Session Normale) : Ce sujet est déjà là avec un autre fichier',
      'resources.jsonl, ligne 2 (Même identifiant) : Même identifiant que resources.jsonl, ligne 1',
      'resources.jsonl, ligne 3 (Jumelle) : même document que resources.jsonl, ligne 1',
      'image non reprise : https://drive.google.com/thumbnail',
      "resources.jsonl, ligne 5 (Énoncé de 2019) : chapter : Ce chapitre n'existe pas",
      'resources.jsonl, ligne 6 (Énoncé de 2019) : year : Veuillez entrer une année valide (4 chiffres) ; file_path : ',
      "admin_audit_logs.csv, ligne 6 : admin_email : L'auteur doit être une adresse, ou SYSTEM",
      'admin_audit_logs.csv, ligne 7 (DELETE x@ancien.test) : Même identifiant que admin_audit_logs.csv, ligne 5',
      "admin_audit_logs.csv, ligne 8 : action_type : L'action manque",
      'profiles_rows.csv, colonnes non reprises : updated_at',
      "Comptes Premium repris : jusqu'au 2026-07-10 inclus",
    ])
      expect(shown).toContain(told)
    const report = join(folder, 'reprise-local-simulation.txt')
    expect(readFileSync(report, 'utf8')).toContain('profiles_rows.csv, ligne 2 (premium@ancien.test)')
    expect(statSync(report).mode & 0o077).toBe(0)
  })

  test.each([
    ['other options', { admins: [] }, OLD_SITE],
    ['another file', changes, { ...OLD_SITE, 'bac_subjects.csv': 'id;track;year;session;file_path\n' }],
  ])('is not moved with %s than it was tried with', async (_, others, files) => {
    const other = folderOf(files)
    writeFileSync(
      join(other, 'reprise-local-simulation.txt'),
      readFileSync(join(folder, 'reprise-local-simulation.txt')),
    )
    await expect(site.migrate(other, { changes: others })).rejects.toThrow('ont changé depuis la simulation')
  })

  test('is moved: what was said is done', async () => {
    const { left, unmoved, shown } = await site.migrate(folder, { changes })
    expect({ left, unmoved }).toEqual({ left: 21, unmoved: 0 })
    expect(countsIn(shown, 'profiles_rows.csv')).toEqual([13, 5, 0, 8])
    expect(countsIn(shown, 'resources.jsonl')).toEqual([7, 3, 1, 3])
    expect(site.accounts.outbox.list(null)).toEqual([])
  })

  test('leaves accounts that nobody can enter but by a code', async () => {
    const all = await site.listAccounts()
    expect([...all.keys()].toSorted()).toEqual([
      'admin@ancien.test',
      'bloque@ancien.test',
      'ex-admin@ancien.test',
      'gratuit@ancien.test',
      'inscrit@ancien.test',
      'premium@ancien.test',
    ])
    expect([...all.values()].filter(({ isUnused }) => isUnused)).toEqual([])
    expect(all.get('bloque@ancien.test')?.enabled).toBe(false)
    expect(await site.profileAt('premium@ancien.test')).toMatchObject({
      isPremium: true,
      premiumUntil: '2026-07-10T23:00:00.000Z',
      isAdmin: false,
      createdAt: '2024-05-01T10:11:12.123Z',
    })
    expect(await site.profileAt('gratuit@ancien.test')).toMatchObject({
      isPremium: false,
      premiumUntil: null,
    })
    expect(await site.profileAt('admin@ancien.test')).toMatchObject({ isAdmin: true })
    expect(await site.profileAt('ex-admin@ancien.test')).toMatchObject({ isAdmin: false })
    expect(await site.profileAt('inscrit@ancien.test')).toMatchObject({ isPremium: false })
    expect(await site.profileAt('bloque@ancien.test')).toMatchObject({
      blockedAt: '2024-02-01T00:00:00.000Z',
    })
    const { items } = await createUserLists(site.store.table).listNewest({ search: 'premium@', limit: 10 })
    expect(items).toMatchObject([{ email: 'premium@ancien.test' }])
    expect(await createBlockedEmails(site.store.table).find('bloque@ancien.test')).toMatchObject({
      blockedBy: 'proprietaire@ancien.test',
      reason: 'Partage',
      account: { isPremium: true },
    })
    expect(await createBlockedEmails(site.store.table).find('sans-compte@ancien.test')).toMatchObject({
      blockedBy: 'SYSTEM',
      reason: 'Raison non précisée',
      account: null,
    })
    const { users, premium, signUps } = await createCounters(site.store.table).readAll()
    expect({ users, premium }).toEqual({
      users: 5,
      premium: [{ until: '2026-07-10T23:00:00.000Z', count: 1 }],
    })
    expect(signUps.get('2024-04-29')).toBe(2)
  })

  test('leaves its documents, with ids in the place of addresses', async () => {
    const [subject] = (await createSubjects(site.store.table).listAll()).filter(({ track }) => track === 'SM')
    expect(subject?.file).toEqual({ kind: 'drive', fileId: DRIVE_ID })
    const { items } = await createResourceLists(site.store.table).listNewest({ search: '', limit: 10 })
    expect(items).toHaveLength(3)
    expect(items.find(({ type }) => type === 'video')).toMatchObject({
      title: 'Énoncé vidéo : Noyaux – masse et énergie - 2019 Normale',
      chapter: 'Noyaux – masse et énergie',
      theme: 'nucleaire',
      thumbnail: null,
      createdAt: '2024-03-01T08:00:00.500Z',
    })
    expect(await createCounters(site.store.table).countResources()).toBe(3)
  })

  test('leaves its log as history, and counts who acted', async () => {
    const { items } = await createAuditLog(site.store.table).listNewest({ limit: 100 })
    expect(items.slice(-3)).toMatchObject([
      { createdAt: '2024-04-02T10:00:00.000Z', actor: { type: 'system' }, before: { note: 'deux\nlignes' } },
      {
        action: 'UPDATE_USER_PREMIUM',
        target: 'premium@ancien.test',
        before: { is_premium: false },
        after: { is_premium: true },
      },
      { createdAt: '2023-04-01T10:00:00.000Z', action: 'CREATE', target: '', before: null, after: null },
    ])
    const activity = await createAuditLog(site.store.table).listActivity()
    expect(activity).toContainEqual({
      actor: { type: 'admin', email: 'proprietaire@ancien.test' },
      count: 2,
      first: '2023-04-01T10:00:00.000Z',
      last: '2024-04-01T10:00:00.000Z',
    })
    const system = items.filter(({ actor }) => actor.type === 'system')
    expect(activity).toContainEqual({
      actor: { type: 'system' },
      count: system.length,
      first: '2024-04-02T10:00:00.000Z',
      last: NOW.toISOString(),
    })
    expect(JSON.stringify(await site.everything())).toContain('"movedFrom":"2"')
  })

  test('is moved once: a second run writes nothing', async () => {
    const before = [await site.everything(), await site.listAccounts()]
    site.store.operations.clear()
    const { left, shown } = await site.migrate(folder, { changes })
    expect(left).toBe(21)
    expect(countsIn(shown, 'profiles_rows.csv')).toEqual([13, 0, 5, 8])
    expect(site.store.operations.list().filter((name) => /Put|Write|Update|Delete/.test(name))).toEqual([])
    expect([await site.everything(), await site.listAccounts()]).toEqual(before)
  })

  test('lets go of an owner’s row once his account is made', async () => {
    const owner = { email: OWNERS[0] ?? '', password: 'motdepasse' }
    const pool = site.pool
    const owned = { users: createUsers(site.store.table), blocked: createBlockedEmails(site.store.table) }
    await createOwner(pool, owned, OWNERS, owner, NOW)
    expect((await site.migrate(folder, { changes, isDryRun: true })).left).toBe(20)
  })

  test('sends its students in by the code of a forgotten password', async () => {
    const { browser, outbox } = site.accounts
    const email = 'premium@ancien.test'
    expect((await browser.signIn(email, '')).status).toBe(400)
    expect((await browser.call('ForgotPassword', { Username: email })).status).toBe(200)
    const code = outbox.list(email).at(-1)?.code
    const answer = { Username: email, ConfirmationCode: code, Password: 'nouveau1' }
    expect((await browser.call('ConfirmForgotPassword', answer)).status).toBe(200)
    expect((await browser.signIn(email, 'nouveau1')).body.AuthenticationResult?.AccessToken).toBeDefined()
    expect((await browser.call('ForgotPassword', { Username: 'bloque@ancien.test' })).status).toBe(200)
    expect(outbox.list('bloque@ancien.test')).toEqual([])
  })
})
