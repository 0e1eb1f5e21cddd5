import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { createPublishedContent } from './sample-content.ts'
import { listNews, listPageDates } from './site-files.ts'

const PLACE = { track: 'SM', year: '2023', session: 'Normale' } as const
const PAPER = { ...PLACE, hasCorrection: false, hasVideo: false }
const paper = (id: string, parts: Partial<SubjectItem> = {}) =>
  createSample(SubjectItem, { ...PAPER, id, ...parts })
const item = (id: string, available = true) => createSample(ChapterItem, { id, available })
const at = (createdAt: string) => ({ createdAt, updatedAt: '2026-12-31T00:00:00.000Z' })
const empty = createPublishedContent({ subjects: [], chapters: {}, videos: [], dates: new Map() })

test('lists papers and the documents of a chapter by day, newest first', () => {
  const news = listNews({
    ...empty,
    subjects: [paper('p')],
    chapters: { 'SM/ondes/1': [item('a'), item('b'), item('c')] },
    dates: new Map([
      ['p', at('2026-06-02T10:00:00.000Z')],
      ['a', at('2026-06-03T09:00:00.000Z')],
      // This instant belongs to the next day in Morocco.
      ['b', at('2026-06-03T23:30:00.000Z')],
      ['c', at('2026-06-04T12:00:00.000Z')],
    ]),
  })
  expect(news.map(({ path, detail, day, addedAt }) => [path, detail, day, addedAt])).toEqual([
    ['/science-math/ondes/1', '2 documents, Science Math', '2026-06-04', '2026-06-04T12:00:00.000Z'],
    ['/science-math/ondes/1', '1 document, Science Math', '2026-06-03', '2026-06-03T09:00:00.000Z'],
    ['/sujets-bac/sm/2023-normale', 'Sujet', '2026-06-02', '2026-06-02T10:00:00.000Z'],
  ])
})

test.each([
  [{}, 'Sujet'],
  [{ hasCorrection: true }, 'Sujet et corrigé'],
  [{ hasVideo: true }, 'Sujet et vidéo'],
  [{ hasCorrection: true, hasVideo: true }, 'Sujet, corrigé et vidéo'],
])('a paper with %j is announced as %j', (parts, detail) => {
  const dates = new Map([['p', at('2026-06-02T10:00:00.000Z')]])
  expect(listNews({ ...empty, subjects: [paper('p', parts)], dates })).toMatchObject([
    { title: 'Bac SM 2023 - Session Normale', detail },
  ])
})

test('leaves out announced documents and those of an unknown day', () => {
  const chapters = { 'SM/ondes/1': [item('a', false), item('b')] }
  const dates = new Map([['a', at('2026-06-02T10:00:00.000Z')]])
  expect(listNews({ ...empty, chapters, dates })).toEqual([])
})

const changedAt = (updatedAt: string) => ({ createdAt: '2026-01-01T00:00:00.000Z', updatedAt })

test('a page changed when the last of its documents or its sheet did', () => {
  const dates = listPageDates(
    createPublishedContent({
      subjects: [paper('new', { year: '2024' }), paper('old')],
      chapters: { 'PC/ondes/2': [createSample(ChapterItem, { id: 'document' })] },
      sheets: new Map([['PC/ondes/3', { html: '', updatedAt: '2026-07-07T00:00:00.000Z' }]]),
      videos: [createSample(VideoItem, { id: 'video' })],
      dates: new Map([
        ['new', changedAt('2026-05-05T00:00:00.000Z')],
        ['old', changedAt('2026-04-04T00:00:00.000Z')],
        ['document', changedAt('2026-06-06T00:00:00.000Z')],
        ['video', changedAt('2026-03-03T00:00:00.000Z')],
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
