import { examPath, paperPath, parseExamPath, parsePaperPath } from './page-path.ts'
import { EXAM_SESSIONS, TRACK_CODES } from './tracks.ts'

const papers = TRACK_CODES.flatMap((track) =>
  EXAM_SESSIONS.map((session) => ({ track, year: '2023', session })),
)

test.each(papers)(
  'reads the paper $track $session back from the paths of its page and its examination',
  (paper) => {
    expect([parsePaperPath(paperPath(paper)), parseExamPath(examPath(paper))]).toEqual([paper, paper])
    expect([parsePaperPath(examPath(paper)), parseExamPath(paperPath(paper))]).toEqual([null, null])
  },
)

test('gives a paper a readable address', () => {
  expect(paperPath({ track: 'SM', year: '2023', session: 'Normale' })).toBe('/sujets-bac/sm/2023-normale')
})

test.each([
  '/sujets-bac/sm',
  '/sujets-bac/SM/2023-normale',
  '/sujets-bac/sm/2023-Normale',
  '/sujets-bac/sm/2023',
  '/sujets-bac/sm/23-normale',
  '/sujets-bac/xx/2023-normale',
  '/sujets-bac/sm/2023-normale/1',
  '/x/sujets-bac/sm/2023-normale',
  '/sujets-bac/sm/2023-normale\n',
])('%j is not the page of a paper', (path) => {
  expect(parsePaperPath(path)).toBeNull()
})
