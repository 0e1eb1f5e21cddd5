import { expect } from '@playwright/test'
import { test } from './support/story.ts'

type Status = { parts: { name: string; port: number }[] }

const GUESSED = { 'X-Origin-Secret': 'x'.repeat(48), 'CloudFront-Viewer-Address': '198.51.100.7:50000' }

test('the API answers 404 at its own address, beside the edge', async ({ request }) => {
  const { parts } = (await (await request.get('/__local/status')).json()) as Status
  const port = parts.find(({ name }) => name === 'gateway')?.port
  for (const path of ['/api/health', '/api/subjects?track=SM', '/api/session', '/api/inconnue'])
    for (const headers of [{}, GUESSED]) {
      const around = await request.get(`http://127.0.0.1:${port}${path}`, { headers })
      const problem: unknown = await around.json()
      expect([path, around.status()]).toEqual([path, 404])
      expect(problem).toMatchObject({ code: 'NOT_FOUND' })
    }
  // The edge replaces these headers of a viewer's request.
  const health = await request.get('/api/health', { headers: GUESSED })
  expect(health.status()).toBe(200)
})
