import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
