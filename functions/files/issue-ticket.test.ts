import { generateKeyPairSync } from 'node:crypto'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { resourceFixture } from '../test-support/content.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const deps: TicketDeps = {
  keyPairId: 'K1',
  readPrivateKey: async () => String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  siteOrigin: 'https://site.exemple.test',
  deliveryMode: 'embed',
  clock: { now: () => new Date('2026-03-01T10:00:00.999Z') },
}

test('issues no captions in embed mode, where the player of Drive shows its own', async () => {
  const captions = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
  const video = documentOfResource(resourceFixture({ type: 'video', isFree: true, captions }))
  const ticket = await issueTicket(deps, { document: video, userId: null }, 'inline', 'cookie')
  expect(ticket).toMatchObject({ mode: 'embed', captionsUrl: null, expiresAt: '2026-03-01T10:02:00.000Z' })
})
