import { expect, test } from 'vitest'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { listPageAnswers } from './page-answers.ts'
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
