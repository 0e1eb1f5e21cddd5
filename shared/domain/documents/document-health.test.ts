import type { DocumentFault } from '../../entities/broken-document.ts'
import { canBe, documentFault, type SourceFile } from './document-health.ts'

const pdf: SourceFile = { mimeType: 'application/pdf', size: 1_000, isTrashed: false, canDownload: true }

test.each<{ what: string; changes: Partial<SourceFile>; fault: DocumentFault | null }>([
  { what: 'a PDF', changes: {}, fault: null },
  { what: 'a file without a type', changes: { mimeType: 'application/octet-stream' }, fault: null },
  { what: 'a web page', changes: { mimeType: 'text/html' }, fault: 'wrong-type' },
  {
    what: 'a folder',
    changes: { mimeType: 'application/vnd.google-apps.folder', size: null },
    fault: 'wrong-type',
  },
  { what: 'a file in the bin', changes: { isTrashed: true, canDownload: false }, fault: 'trashed' },
  { what: 'a file without bytes', changes: { size: 0 }, fault: 'empty' },
  { what: 'a file of unknown size', changes: { size: null }, fault: 'empty' },
  { what: 'a file that must not be copied', changes: { canDownload: false }, fault: 'not-downloadable' },
])('$what that should be a PDF: $fault', ({ changes, fault }) => {
  expect(documentFault({ ...pdf, ...changes }, 'pdf')).toBe(fault)
})

test.each([
  { mimeType: 'application/pdf', kinds: ['pdf'] },
  { mimeType: 'application/x-pdf', kinds: ['pdf'] },
  { mimeType: 'video/mp4', kinds: ['video'] },
  { mimeType: 'video/x-matroska', kinds: ['video'] },
  { mimeType: 'application/mp4', kinds: ['video'] },
  { mimeType: 'text/vtt', kinds: ['captions'] },
  { mimeType: 'text/plain', kinds: ['captions'] },
  { mimeType: 'application/octet-stream', kinds: ['pdf', 'video', 'captions'] },
  { mimeType: '', kinds: ['pdf', 'video', 'captions'] },
  { mimeType: 'text/html', kinds: [] },
  { mimeType: 'image/png', kinds: [] },
  { mimeType: 'application/vnd.google-apps.document', kinds: [] },
  { mimeType: 'xapplication/pdf', kinds: [] },
] as const)("'$mimeType' can be $kinds", ({ mimeType, kinds }) => {
  const able = (['pdf', 'video', 'captions'] as const).filter((kind) => canBe(kind, mimeType))
  expect(able).toEqual(kinds)
})
