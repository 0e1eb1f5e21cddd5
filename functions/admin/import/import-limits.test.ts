import { jsonBytes } from '#shared/domain/payload-limit.ts'
import { HEADER, type ImportSite, line, startImportSite } from '../../test-support/import-site.ts'

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
afterAll(() => site.stop())

const LAMBDA_LIMIT = 6 * 1024 * 1024

describe('an import', () => {
  const LIMIT = 5 * 1024 * 1024
  const filled = (cell: string, bytes: number) =>
    `${HEADER}\n${cell.repeat(Math.floor((bytes - HEADER.length - 1) / cell.length))}`

  test.each([
    ['of 5 MiB without a quotation mark is read', 'x', LIMIT, 200],
    ['above 5 MiB is refused', 'x', LIMIT + 10, 413],
    ['of 5 MiB of quotation marks, which JSON doubles, is refused', '"', LIMIT, 413],
    ['of half as many quotation marks is read', '"', LIMIT / 2, 200],
  ])('%s', async (_, cell, bytes, status) => {
    const answer = await site.send(
      filled(cell, bytes) + (cell === 'x' && bytes > LIMIT ? 'x'.repeat(20) : ''),
    )
    expect(answer.status).toBe(status)
    if (status === 413)
      expect(answer.json).toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        detail: expect.stringMatching(/^Ce fichier est trop volumineux : 5 Mo au plus/),
      })
  })

  test('of faulty lines stops before its report is too large, and answers with the line to continue from', async () => {
    const faulty = line({ 0: 'X', 1: 'X', 2: 'X', 3: 'X', 4: 'X', 5: 'X', 6: 'X', 7: '', 8: 'X' })
    const body = [HEADER, ...Array.from({ length: 12_000 }, () => faulty)].join('\n')
    const { status, json, lines } = await site.send(body, true)
    expect(status).toBe(200)
    expect(jsonBytes(JSON.stringify(json))).toBeLessThan(LAMBDA_LIMIT)
    expect(json.nextLine).toBe(lines.length + 2)
  })
})
