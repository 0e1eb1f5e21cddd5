import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDriveReference } from '#shared/domain/documents/drive-reference.ts'
import { DEMO_INBOX_ID, demoFiles } from '../demo/files.ts'
import { ownFileId, withOwnFiles } from './own-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'own-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['1AbCdEfGhIjKlMnOpQrStUvWxYz012345.pdf', '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'],
  ['Sujet 2024.pdf', 'local-f3899ca290e36173bc6135fa5c2ea33b'],
])('the file %s has the id %s, which can be pasted', (name, id) => {
  expect(ownFileId(name)).toBe(id)
  expect(parseDriveReference(id)).toEqual({ kind: 'drive', fileId: id })
})

test('a file is in the inbox, and a replaced one has other facts and bytes under the same id', () => {
  const files = withOwnFiles(demoFiles, folder, DEMO_INBOX_ID)
  const id = ownFileId('Sujet.pdf')
  const read = () => {
    const { mimeType, content } = files.find(id) ?? expect.fail()
    return {
      mimeType,
      md5: content.md5,
      bytes: Buffer.concat([...content.read(0, content.size - 1)]).toString(),
    }
  }
  writeFileSync(join(folder, 'Sujet.pdf'), 'first')
  expect(read()).toEqual({
    mimeType: 'application/pdf',
    md5: '8b04d5e3775d298e78455efc5ca404d5',
    bytes: 'first',
  })
  writeFileSync(join(folder, 'Sujet.pdf'), 'other')
  expect(read()).toEqual({
    mimeType: 'application/pdf',
    md5: '795f3202b17cb6bc3d4b771d8c6c9eaf',
    bytes: 'other',
  })
  expect(files.list(DEMO_INBOX_ID)).toContain(id)
  expect(files.list(`${DEMO_INBOX_ID}-autre`)).toBeNull()
})
