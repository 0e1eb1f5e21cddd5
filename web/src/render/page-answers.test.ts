import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { foreignTags, hostileTexts } from '#shared/writing/test-support/hostile-texts.ts'
import { answersHtml, listPageAnswers } from './page-answers.ts'
import { createPublishedContent } from './sample-content.ts'

test('no answer holds more than its route declares', () => {
  const reference = { file: { kind: 'drive', fileId: 'SECRET' }, captions: 'SECRET', version: 'SECRET' }
  const { subjects, chapters, videos } = createPublishedContent()
  const leaking = <Item extends object>(items: readonly Item[] = []) =>
    items.map((item) => ({ ...item, ...reference }))
  const lists = Object.entries(chapters).map(([path, items]) => [path, leaking(items)] as const)
  const content = {
    subjects: leaking(subjects),
    chapters: Object.fromEntries(lists),
    videos: leaking(videos),
  }
  const answers = listPageAnswers(createPublishedContent(content))
  expect(answers.size).toBeGreaterThan(subjects.length)
  expect(JSON.stringify([...answers])).not.toContain('SECRET')
})

test('a paper has its exercises in its page', () => {
  const { subjects } = createPublishedContent()
  const [paper] = subjects
  if (!paper) throw new Error('No paper is published')
  const answers = listPageAnswers(
    createPublishedContent({ exercises: new Map([[paper.id, [sampleExercise]]]) }),
  )
  expect(JSON.stringify(answers.get(paperPath(paper)))).toContain(JSON.stringify([sampleExercise]))
})

test('leaves an empty list to the browser', () => {
  const empty = createPublishedContent({ subjects: [], chapters: {}, videos: [] })
  expect([...listPageAnswers(empty).keys()]).toEqual(['/'])
})

test('says on the page of free videos what they weigh, as far as that is known', () => {
  const { chapters, videos } = createPublishedContent()
  const [path, items = []] = Object.entries(chapters)[0] ?? []
  const [item] = items
  const [first, second] = videos
  if (!path || !item || !first || !second) throw new Error('Nothing is published')
  const sized = [
    { ...item, id: first.id, size: 48_200_000 },
    { ...item, id: second.id, size: null },
  ]
  const answers = listPageAnswers(createPublishedContent({ chapters: { [path]: sized } }))
  expect(answers.get('/videos-gratuites')?.[1]?.answer).toEqual({ [first.id]: 48_200_000 })
})

test('names the newest free paper and a free video on the Premium page', () => {
  const { subjects, videos } = createPublishedContent()
  const [paper] = subjects
  const [video] = videos
  if (!paper || !video) throw new Error('Nothing is published')
  const free = { ...paper, isFree: true, hasFile: true }
  const papers = [
    { ...free, year: '2015' },
    { ...free, year: '2019' },
    { ...free, year: '2024', isFree: false },
    { ...free, year: '2023', hasFile: false },
  ]
  const answers = listPageAnswers(createPublishedContent({ subjects: papers, videos: [video] }))
  expect(answers.get('/premium')?.[0]?.answer).toEqual({
    paper: { path: expect.stringMatching(/2019/), title: expect.stringMatching(/2019/) },
    video: video.title,
  })
})

const answer = {
  id: 'p-1',
  documentId: 'bac-SM-2023-Normale',
  exercise: null,
  chapter: null,
  text: 'Pourquoi ?',
  answerHtml: '<p>Parce que</p>',
  answeredAt: '2026-01-01T00:00:00.000Z',
}

test('shows the answers about exercises first, by their numbers', () => {
  const html = answersHtml([answer, { ...answer, exercise: 3 }, { ...answer, exercise: 1 }])
  expect([...html.matchAll(/<h3>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
    withFrenchSpaces('Exercice 1 : Pourquoi ?'),
    withFrenchSpaces('Exercice 3 : Pourquoi ?'),
    withFrenchSpaces('Pourquoi ?'),
  ])
  expect(answersHtml([])).toBe('')
})

test('passes no HTML of a question or an answer on, whatever they contain', () => {
  fc.assert(
    fc.property(hostileTexts, hostileTexts, (text, markdown) => {
      const html = answersHtml([{ ...answer, text, answerHtml: renderText(markdown).html }])
      const own = /^<h2 id="reponses">[^<]*<\/h2><article data-answer=""[^>]*>(.*)<\/article>$/s.exec(
        html,
      )?.[1]
      expect(foreignTags(own ?? '<')).toEqual([])
      const page = new DOMParser().parseFromString(html, 'text/html')
      expect(page.querySelectorAll('h3')[0]?.textContent).toBe(shownText(text))
    }),
    RUNS,
  )
})

/** The parser of pages reads carriage returns and NUL as it does everywhere. */
const shownText = (text: string) => withFrenchSpaces(text).replaceAll(/[\r\n\0]/g, '')
