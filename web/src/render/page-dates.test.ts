import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { createPublishedContent } from './sample-content.ts'
import { listPageDates } from './site-files.ts'

const at = (updatedAt: string) => ({ createdAt: '2026-01-01T00:00:00.000Z', updatedAt })
const paper = (id: string, year: string) =>
  createSample(SubjectItem, { id, track: 'SM', year, session: 'Normale' })

test('a page changed when the last of its documents or its sheet did', () => {
  const dates = listPageDates(
    createPublishedContent({
      subjects: [paper('new', '2024'), paper('old', '2023')],
      chapters: { 'PC/ondes/2': [createSample(ChapterItem, { id: 'document' })] },
      sheets: new Map([['PC/ondes/3', { html: '', updatedAt: '2026-07-07T00:00:00.000Z' }]]),
      videos: [createSample(VideoItem, { id: 'video' })],
      dates: new Map([
        ['new', at('2026-05-05T00:00:00.000Z')],
        ['old', at('2026-04-04T00:00:00.000Z')],
        ['document', at('2026-06-06T00:00:00.000Z')],
        ['video', at('2026-03-03T00:00:00.000Z')],
      ]),
    }),
  )
  expect(Object.fromEntries(dates)).toEqual({
    '/sujets-bac/sm/2024-normale': '2026-05-05T00:00:00.000Z',
    '/sujets-bac/sm/2023-normale': '2026-04-04T00:00:00.000Z',
    '/sujets-bac/sm': '2026-05-05T00:00:00.000Z',
    '/sujets-bac': '2026-05-05T00:00:00.000Z',
    '/science-physique/ondes/2': '2026-06-06T00:00:00.000Z',
    '/science-physique/ondes/3': '2026-07-07T00:00:00.000Z',
    '/science-physique': '2026-07-07T00:00:00.000Z',
    '/videos-gratuites': '2026-03-03T00:00:00.000Z',
    '/': '2026-07-07T00:00:00.000Z',
  })
})
