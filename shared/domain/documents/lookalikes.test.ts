import { guessDocument } from './file-name.ts'
import { createLookalikeSearch, findDoubles, type KnownDocument } from './lookalikes.ts'

const paper: KnownDocument = {
  title: 'Bac SM 2023 - Session Normale',
  fileName: 'Bac-SM-2023-Normale.pdf',
  type: 'pdf',
  size: 1_000,
  place: null,
}
const RC = { track: 'SM', theme: 'electricite', chapter: 'Dipôle RC' } as const
const sheet: KnownDocument = {
  title: 'Énoncé : Dipôle RC',
  fileName: 'Dipole-RC-2019-Normale-Enonce.pdf',
  type: 'pdf',
  size: null,
  place: { ...RC, year: '2019', session: 'Normale', resourceType: 'exercise', type: 'pdf' },
}
const alike = (by: 'size' | 'name' | 'place', { title }: KnownDocument) => [{ by, title }]
const search = createLookalikeSearch([paper, sheet])
const received = (name: string, size: number | null) => ({ name, size, guess: guessDocument(name) })

test.each([
  ['its size', received('scan.pdf', 1_000), alike('size', paper)],
  ['its name', received('Bac SM 2023 normale.PDF', 5), alike('name', paper)],
  ['its name as a copy', received('Copie de Bac-SM-2023-Normale (2).pdf', 5), alike('name', paper)],
  ['its size before its name', received('Bac-SM-2023-Normale.pdf', 1_000), alike('size', paper)],
  ['its place', received('SM électricité 1 2019 N énoncé.pdf', 5), alike('place', sheet)],
  ['its size in another type', received('film.mp4', 1_000), []],
  ['a size that is empty', received('autre.pdf', 0), []],
  ['another place', received('SM électricité 1 2020 N énoncé.pdf', 5), []],
  ['no name', received('', 5), []],
])('a document is known by %s', (_, file, found) => {
  expect(search(file)).toEqual(found)
})

test('names three documents at most', () => {
  const many = createLookalikeSearch(
    Array.from({ length: 9 }, (_, index) => ({ ...paper, title: `Sujet ${index}` })),
  )
  expect(many(received('scan.pdf', 1_000))).toHaveLength(3)
})

test('received files are doubles by size or name', () => {
  const files = [
    { fileId: 'a', name: 'SM 2023.pdf', size: 7 },
    { fileId: 'b', name: 'SM 2023 (1).pdf', size: 8 },
    { fileId: 'c', name: 'scan.pdf', size: 7 },
    { fileId: 'd', name: '', size: 0 },
    { fileId: 'e', name: '', size: null },
  ]
  expect(Object.fromEntries(findDoubles(files))).toEqual({
    a: ['scan.pdf', 'SM 2023 (1).pdf'],
    b: ['SM 2023.pdf'],
    c: ['SM 2023.pdf'],
    d: [],
    e: [],
  })
})
