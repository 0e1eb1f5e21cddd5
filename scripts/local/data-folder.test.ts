import { existsSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderBucket, folderOfVersion } from './bucket.ts'
import { dataFolderAt, markSeeded, prepareDataFolder } from './data-folder.ts'

const newFolder = () => dataFolderAt(mkdtempSync(join(tmpdir(), 'data-')))

test('keeps the data of an earlier start once its demo content was complete', () => {
  const folder = newFolder()
  expect(prepareDataFolder(folder, false)).toEqual({ isSeeded: false })
  writeFileSync(folder.tableFile, 'half')
  expect(prepareDataFolder(folder, false)).toEqual({ isSeeded: false })
  expect(existsSync(folder.tableFile)).toBe(false)
  writeFileSync(folder.tableFile, 'whole')
  markSeeded(folder)
  expect(prepareDataFolder(folder, false)).toEqual({ isSeeded: true })
  expect(existsSync(folder.tableFile)).toBe(true)
})

test('refuses data of another version of the project, until a reset', () => {
  const folder = newFolder()
  prepareDataFolder(folder, false)
  writeFileSync(folder.tableFile, 'old')
  writeFileSync(folder.seededMark, 'another format')
  expect(() => prepareDataFolder(folder, false)).toThrow('npm start -- --reset')
  expect(existsSync(folder.tableFile)).toBe(true)
  expect(prepareDataFolder(folder, true)).toEqual({ isSeeded: false })
  expect(existsSync(folder.tableFile)).toBe(false)
})

const headers = { contentType: 'image/webp', cacheControl: 'public', metadata: {} }
const newBucketFolder = () => mkdtempSync(join(tmpdir(), 'pages-'))

test('an object that one process stores is there for the others, until they delete it for themselves', () => {
  const folder = newBucketFolder()
  const open = () => new FolderBucket(folder, { isShared: true })
  const [one, other] = [open(), open()]
  one.put('files/pages/a/1@2x.webp', Buffer.from('picture\n'), headers)
  one.put('files/pages/b/1.webp', Buffer.from('picture'), headers)
  expect(other.get('files/pages/a/1@2x.webp')).toMatchObject({ ...headers, body: Buffer.from('picture\n') })
  other.delete('files/pages/a/1@2x.webp')
  const seen = [one, other].map((bucket) => [bucket.list('files/pages/a/'), bucket.list('').length])
  expect(seen).toEqual([
    [['files/pages/a/1@2x.webp'], 2],
    [[], 1],
  ])
  expect(other.get('files/pages/a/1@2x.webp')).toBeNull()
  other.put('files/pages/a/1@2x.webp', Buffer.from('again'), headers)
  expect(other.get('files/pages/a/1@2x.webp')?.body.toString()).toBe('again')
})

test('what earlier versions made is removed after a day', () => {
  const cache = newBucketFolder()
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const version of ['v1', 'v2']) utimesSync(folderOfVersion(cache, version), old, old)
  folderOfVersion(cache, 'v2')
  expect(readdirSync(cache)).toEqual(['v2'])
})
