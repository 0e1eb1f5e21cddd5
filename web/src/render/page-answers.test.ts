import { expect, test } from 'vitest'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { listPageAnswers } from './page-answers.ts'
import { createPublishedContent } from './sample-content.ts'

test('no answer holds more than its route declares', () => {
  const reference = { file: { kind: 'drive', fileId: 'SECRET' }, captions: 'SECRET', version: 'SECRET' }
  const { subjects, chapters, videos } = createPublishedContent()
  const answers = listPageAnswers(
    createPublishedContent({
      subjects: subjects.map((paper) => ({ ...paper, ...reference })),
      chapters: Object.fromEntries(
        Object.entries(chapters).map(([path, items = []]) => [
          path,
          items.map((item) => ({ ...item, ...reference })),
        ]),
      ),
      videos: videos.map((video) => ({ ...video, ...reference })),
    }),
  )
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
