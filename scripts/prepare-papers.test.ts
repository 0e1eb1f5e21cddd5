import { resourceFixture, subjectDocumentFixture, subjectFixture } from '#functions/test-support/content.ts'
import { UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { listUnprepared } from './operations/unprepared.ts'
import { prepareAll } from './prepare-papers.ts'

test('finds the PDFs without pictures: neither videos, nor what is announced or cannot be read', async () => {
  const subject = subjectFixture({ correction: subjectDocumentFixture(UNKNOWN_CONTENT) })
  const wanted = resourceFixture({ title: 'Cours', ...UNKNOWN_CONTENT })
  const others = [
    resourceFixture({}),
    resourceFixture({ ...UNKNOWN_CONTENT, type: 'video' }),
    resourceFixture({ ...UNKNOWN_CONTENT, file: { kind: 'coming-soon' } }),
    resourceFixture({ ...UNKNOWN_CONTENT, fault: 'unreadable' }),
  ]
  const lists = {
    subjects: { listAll: async () => [subject] },
    resources: { listAll: async () => [...others, wanted] },
  }
  const found = (await listUnprepared(lists)).map(({ title }) => title)
  expect(found).toEqual(['Bac SM 2024 - Session Normale - Corrigé', 'Cours'])
})

test('goes on after a document that fails, and names it', async () => {
  const documents = ['a', 'b', 'c'].map((id) => ({ id, title: `Titre ${id}` }))
  const prepared: string[] = []
  const said: string[] = []
  const prepare = async (id: string) => {
    if (id === 'b') throw new Error('Drive did not answer')
    prepared.push(id)
  }
  expect(await prepareAll(documents, prepare, (line) => said.push(line))).toEqual(['Titre b'])
  expect(prepared).toEqual(['a', 'c'])
  expect(said).toEqual(['1/3 Titre a', '2/3 Titre b : Drive did not answer', '3/3 Titre c'])
})
