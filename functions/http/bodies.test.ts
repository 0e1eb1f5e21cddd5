import { exportResources } from '#shared/contract/admin/resources.ts'
import { MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import { call, ORIGIN_SECRETS } from '../test-support/gateway.ts'
import { createApi } from './api.ts'
import { logger } from './log.ts'
import { on } from './use-case.ts'

logger.setLogLevel('SILENT')

const answer = (csv: string, nextCursor: string | null) => {
  const route = { ...exportResources, access: 'public' as const }
  return call(createApi({ originSecrets: ORIGIN_SECRETS }, [on(route, () => ({ csv, nextCursor }))]), route)
}

test.each([
  ['next', 'next'],
  [null, undefined],
])('sends the cursor %p of a page of CSV as a header', async (nextCursor, header) => {
  const { status, text, headers } = await answer('a;b', nextCursor)
  expect({ status, text }).toEqual({ status: 200, text: 'a;b' })
  expect(headers['x-next-cursor']).toBe(header)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
})

test.each([
  ['a', MAX_TEXT_BYTES - 2, 200],
  ['a', MAX_TEXT_BYTES - 1, 500],
  ['"', MAX_TEXT_BYTES / 2, 500],
])('answers a body of %j up to the limit of Lambda, and a problem above it', async (unit, count, status) => {
  expect((await answer(unit.repeat(count), null)).status).toBe(status)
})
