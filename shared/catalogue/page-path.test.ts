import { examPath, paperPath, parseExamPath, parsePaperPath } from './page-path.ts'
import { EXAM_SESSIONS, TRACK_CODES } from './tracks.ts'

test('gives a paper a readable address, and reads papers back from their page and examination', () => {
  expect(paperPath({ track: 'SM', year: '2023', session: 'Normale' })).toBe('/sujets-bac/sm/2023-normale')
  for (const track of TRACK_CODES)
    for (const session of EXAM_SESSIONS) {
      const paper = { track, year: '2023', session }
      expect([parsePaperPath(paperPath(paper)), parseExamPath(examPath(paper))]).toEqual([paper, paper])
      expect([parsePaperPath(examPath(paper)), parseExamPath(paperPath(paper))]).toEqual([null, null])
    }
})

test.each([
  '/sujets-bac/SM/2023-normale',
  '/sujets-bac/sm/23-normale',
  '/sujets-bac/xx/2023-normale',
  '/sujets-bac/sm/2023-normale/1',
  '/x/sujets-bac/sm/2023-normale',
  '/sujets-bac/sm/2023-normale\n',
])('%j is not the page of a paper', (path) => {
  expect(parsePaperPath(path)).toBeNull()
})
