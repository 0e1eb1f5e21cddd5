import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from './lock.ts'
import { StartRefusal } from './ports.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'lock-'))

test('a second start on the same folder is refused and told who holds it', () => {
  const folder = newFolder()
  const unlock = lockFolder(folder, 3000)
  expect(() => lockFolder(folder, 3100)).toThrow(StartRefusal)
  expect(() => lockFolder(folder, 3100)).toThrow(`processus ${process.pid}, http://localhost:3000`)
  unlock()
})

test('a folder that was given back can be taken again', () => {
  const folder = newFolder()
  lockFolder(folder, 3000)()
  expect(existsSync(join(folder, 'lock.json'))).toBe(false)
  lockFolder(folder, 3000)()
})

test('the lock of a process that is gone is taken over', () => {
  const folder = newFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid, startedAt: null, port: 3000 }))
  lockFolder(folder, 3100)
  expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({
    pid: process.pid,
    port: 3100,
  })
})

test('so is one whose process id now belongs to another process', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: '1', port: 3000 }))
  expect(() => lockFolder(folder, 3100)).not.toThrow()
})

test.each(['', 'not json', '{"pid":"x"}'])('a lock that cannot be read (%j) holds nobody up', (content) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock.json'), content)
  expect(() => lockFolder(folder, 3100)).not.toThrow()
})

test('a lock that another start has taken over meanwhile is left alone', () => {
  const folder = newFolder()
  const unlock = lockFolder(folder, 3000)
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: 1, startedAt: '5', port: 3100 }))
  unlock()
  expect(existsSync(join(folder, 'lock.json'))).toBe(true)
})
