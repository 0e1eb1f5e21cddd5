import * as v from 'valibot'
import { validationMessages } from '../../entities/fields.ts'
import { ResourceInput, SubjectInput } from './document-input.ts'

const messagesOf = (schema: v.GenericSchema, input: unknown) =>
  v
    .safeParse(schema, input, { abortPipeEarly: true })
    .issues?.map((issue) => [v.getDotPath(issue), issue.message])

test('checks a subject field by field, with a French sentence for each', () => {
  expect(messagesOf(SubjectInput, { track: 'S', year: '23', session: 'x', file: 'y' })).toEqual([
    ['track', validationMessages.track],
    ['year', 'Veuillez entrer une année valide (4 chiffres)'],
    ['session', 'La session doit être Normale ou Rattrapage'],
    ['file', 'ID Google Drive invalide - Veuillez fournir un ID valide ou une URL Google Drive complète'],
  ])
})

test('accepts a subject of 2008 to 2100', () => {
  const subject = { track: 'SM', session: 'Normale', file: 'a'.repeat(25) }
  const faults = [['year', "L'année doit être comprise entre 2008 et 2100"]]
  for (const year of ['2008', '2100']) expect(messagesOf(SubjectInput, { ...subject, year })).toBeUndefined()
  for (const year of ['2007', '2101']) expect(messagesOf(SubjectInput, { ...subject, year })).toEqual(faults)
})

describe('a resource', () => {
  const place = { track: 'SM', theme: 'electricite', chapter: 'RLC forcé', year: '2020', session: 'Normale' }
  const file = { resourceType: 'exercise', type: 'pdf', file: 'a'.repeat(25), isFree: false }
  const good = { title: 'Dipôle RC', ...place, ...file }
  const youtube = 'https://youtu.be/abcdefghijk'

  test.each([
    [{}, null],
    [{ file: 'coming-soon' }, null],
    [{ file: youtube, isFree: true, type: 'video' }, null],
    [{ file: youtube, isFree: false, type: 'video' }, 'file'],
    [{ file: youtube, isFree: true, type: 'pdf' }, 'file'],
    [{ track: 'PC' }, 'chapter'],
    [{ track: 'SVT', theme: 'electrolyse', chapter: 'Électrolyse des solutions aqueuses' }, 'chapter'],
    [{ thumbnail: 'https://exemple.test/a.jpg' }, null],
    [{ thumbnail: 'javascript:alert(1)' }, 'thumbnail'],
    // The address is public, and it would reveal the file.
    [{ thumbnail: 'https://drive.google.com/thumbnail?id=1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
    [{ thumbnail: 'https://DRIVE.google.com./thumbnail?id=1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
    [{ thumbnail: 'https://lh3.googleusercontent.com/d/1AbCdEfGhIjKlMnOpQrStUvW-' }, 'thumbnail'],
  ])('with %j has its fault at %s', (changes, path) => {
    expect(messagesOf(ResourceInput, { ...good, ...changes })?.map(([at]) => at) ?? null).toEqual(
      path === null ? null : [path],
    )
  })
})
