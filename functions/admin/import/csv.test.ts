import { csv, HEADER, line, startImportSite } from '../../test-support/import-site.ts'

const site = await startImportSite()
site.store.bypassProxy()
beforeEach(() => site.begin())
afterAll(() => site.stop())

test.each([
  ['', 'Colonnes'],
  ['a;b\n1;2', 'Colonnes inconnues : a, b'],
  ['track;theme\nSM;ondes', 'Colonnes manquantes : chapter'],
  [`${HEADER};title\n`, 'Une colonne figure deux fois'],
  [`${HEADER}\n"SM;ondes`, "n'est pas un CSV lisible"],
  [csv(...Array.from({ length: 100_001 }, () => 'SM')), '100 000 lignes'],
])('refuses a file of another form as a whole (%#)', async (body, message) => {
  const { status, json } = await site.send(body)
  expect(status).toBe(400)
  expect(json.errors).toMatchObject([{ message: expect.stringContaining(message) }])
})

test.each([
  ['commas and quotes', csv(line()).replaceAll(';', ','), 1],
  ['a mark and Windows lines', `\uFEFF${csv(line()).replaceAll('\n', '\r\n')}\r\n`, 1],
  ['tabs', csv(line()).replaceAll(';', '\t'), 1],
  ['a title of two lines', csv(line({ 7: '"Un\ndeux"' }), line({ 3: '2011' })), 2],
])('reads a file with %s', async (_, body, lines) => {
  expect(await site.outcomes(body)).toEqual(Array.from({ length: lines }, () => 'created'))
})

const LIMIT = 5 * 1024 * 1024
const filled = (cell: string, bytes: number) =>
  `${HEADER}\n${cell.repeat(Math.floor((bytes - HEADER.length - 1) / cell.length))}`

test.each([
  ['of 5 MiB without a quotation mark is read', filled('x', LIMIT), 200],
  ['above 5 MiB is refused', filled('x', LIMIT + 10), 413],
  ['of 5 MiB of quotation marks, which JSON doubles, is refused', filled('"', LIMIT), 413],
  ['of half as many quotation marks is read', filled('"', LIMIT / 2), 200],
])('a file %s', async (_, file, status) => {
  const answer = await site.send(file)
  expect(answer.status).toBe(status)
  const detail: unknown = expect.stringMatching(/^Ce fichier est trop volumineux : 5 Mo au plus/)
  if (status === 413) expect(answer.json).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', detail })
})
