import { generateKeyPairSync } from 'node:crypto'
import { documentOfResource } from '#shared/domain/document.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { resourceFixture } from '../test-support/content.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const deps: TicketDeps = {
  readSigningKey: () =>
    Promise.resolve({
      pairId: 'K1',
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    }),
  siteOrigin: 'https://site.exemple.test',
  deliveryMode: 'embed',
  clock: { now: () => new Date('2026-03-01T10:00:00.999Z') },
}

test('in embed mode a video has no captions of ours, since it plays in a player of Drive', async () => {
  const captions = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
  const video = documentOfResource(resourceFixture({ type: 'video', isFree: true, captions }))
  const ticket = await issueTicket(deps, video, 'inline')
  expect(ticket).toMatchObject({ mode: 'embed', captionsUrl: null, expiresAt: '2026-03-01T10:02:00.000Z' })
})
