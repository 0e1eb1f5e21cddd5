import { csv, HEADER, type ImportSite, line, startImportSite } from '../../test-support/import-site.ts'

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
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

test.each([
  ['column names', 'x;'.repeat(2_500_000), /^Colonnes inconnues : x, x, x, x, x\.\.\.$/],
  ['empty lines', HEADER + '\n'.repeat(2_500_000), /^Un fichier peut avoir 100 000 lignes au plus$/],
])('refuses megabytes of %s with a sentence', async (_, body, sentence) => {
  const { status, json } = await site.send(body)
  expect({ status, detail: json.detail }).toEqual({ status: 400, detail: expect.stringMatching(sentence) })
})
