import type { Ticket } from '#shared/contract/files.ts'

/** Returns a ticket of two minutes from 1 January 2026 on, with these differences. */
export function aTicket(differences: Partial<Ticket> = {}): Ticket {
  return {
    url: '/files/v1/1/inline/Lecon.pdf',
    expiresAt: '2026-01-01T00:02:00.000Z',
    mode: 'stream',
    type: 'pdf',
    title: 'Dipôle RC',
    fileName: 'Lecon.pdf',
    version: '1',
    size: null,
    pages: null,
    captionsUrl: null,
    ...differences,
  }
}
