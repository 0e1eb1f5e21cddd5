import type { FileTicket, PagesTicket } from '#shared/contract/files.ts'

const described = {
  expiresAt: '2100-01-01T00:00:00.000Z',
  type: 'pdf',
  title: 'Dipôle RC',
  fileName: 'Lecon.pdf',
  version: '1',
  size: null,
} as const

/** Returns a ticket for a file that does not expire, with these differences. */
export function aTicket(differences: Partial<FileTicket> = {}): FileTicket {
  return {
    ...described,
    mode: 'stream',
    url: '/files/v1/1/inline/Lecon.pdf',
    pages: null,
    captionsUrl: null,
    ...differences,
  }
}

/** Returns such a ticket for the pictures of a PDF of two pages. */
export function aPagesTicket(differences: Partial<PagesTicket> = {}): PagesTicket {
  const picture = { width: 1_080, height: 1_528, bytes: 100 }
  return {
    ...described,
    mode: 'pages',
    base: '/files/pages/1',
    query: 'Policy=p',
    pages: 2,
    pictures: [picture, picture],
    copyCode: null,
    ...differences,
  }
}
