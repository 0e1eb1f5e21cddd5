import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { awaitAnswers } from './deployed-site.ts'

/** Answers by path; the last one stays. */
let script: Record<string, (object | null)[]>
let server: Server
let origin: string
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answers = script[url] ?? []
    const body = answers.length > 1 ? answers.shift() : answers[0]
    response.writeHead(body ? 200 : 503).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const ok = { status: 'ok' }
const config = { stage: 'dev', userPoolId: 'eu-west-3_abc' }
const wait = (patienceMs: number) =>
  awaitAnswers(origin, 'dev', { signal: new AbortController().signal, everyMs: 5, patienceMs })

test('waits until the API and the settings answer', async () => {
  script = { '/api/health': [null, { other: 1 }, ok], '/config.json': [null, config] }
  await wait(600_000)
  expect(script['/api/health']).toEqual([ok])
  expect(script['/config.json']).toEqual([config])
})

test.each([
  { what: 'the API', answers: { '/api/health': [null] }, says: '/api/health ne répond pas encore' },
  {
    what: 'the settings',
    answers: { '/api/health': [ok], '/config.json': [{ stage: 'dev', userPoolId: '' }] },
    says: '/config.json ne répond pas encore',
  },
  {
    what: 'the right stage',
    answers: { '/api/health': [ok], '/config.json': [{ ...config, stage: 'prod' }] },
    says: "est l'installation 'prod', pas 'dev'",
  },
])('gives up when $what does not answer', async ({ answers, says }) => {
  script = answers
  await expect(wait(50)).rejects.toThrow(says)
})

test('stops at once when interrupted', async () => {
  script = {}
  const interruption = new AbortController()
  const waiting = awaitAnswers(origin, 'dev', { signal: interruption.signal, everyMs: 60_000 })
  setTimeout(() => interruption.abort(new Error('Interrompu')), 30)
  await expect(waiting).rejects.toThrow('Interrompu')
})
