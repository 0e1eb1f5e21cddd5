import { expect, test } from 'vitest'
import { PAGE_CONTENT_ID } from '#shared/contract/page-content.ts'
import { networkAnswers, noNetwork } from '#web/test/answers.ts'
import { fetchPageAnswer } from './page-answer.ts'

const page = (answers: object[], status = 200) =>
  new Response(
    `<script type="application/json" id="${PAGE_CONTENT_ID}">${JSON.stringify({ answers })}</script>`,
    { status },
  )
const fetchAnswer = () => fetchPageAnswer('/svt/ondes/1', new AbortController().signal)

test('reads what a page says beyond the API out of its HTML', async () => {
  const sent = networkAnswers(page([{ route: '/svt/ondes/1', input: {}, answer: { papers: ['/a'] } }]))
  await expect(fetchAnswer()).resolves.toEqual({ papers: ['/a'] })
  expect(sent[0]?.address).toBe('/svt/ondes/1')
})

test.each([
  ['says nothing', page([]), 'refused'],
  ['is not there', new Response('<h1>Page introuvable</h1>', { status: 404 }), 'refused'],
  ['cannot be served', new Response('', { status: 503 }), 'failing'],
  ['cannot be reached', noNetwork, 'unreachable'],
])('fails for a page that %s', async (_, answer, kind) => {
  networkAnswers(answer)
  await expect(fetchAnswer()).rejects.toMatchObject({ name: 'ApiFailure', kind })
})
