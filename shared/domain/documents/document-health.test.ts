import type { DocumentFault } from '../../entities/broken-document.ts'
import { canBe, documentFault, type SourceFile } from './document-health.ts'

const pdf: SourceFile = { mimeType: 'application/pdf', size: 1_000, isTrashed: false, canDownload: true }

test.each<[what: string, changes: Partial<SourceFile>, fault: DocumentFault | null]>([
  ['a PDF', {}, null],
  ['a folder', { mimeType: 'application/vnd.google-apps.folder', size: null }, 'wrong-type'],
  ['a file in the bin', { isTrashed: true, canDownload: false }, 'trashed'],
  ['a file without bytes', { size: 0 }, 'empty'],
  ['a file of unknown size', { size: null }, 'empty'],
  ['a file that must not be copied', { canDownload: false }, 'not-downloadable'],
])('the fault of %s that should be a PDF', (_, changes, fault) => {
  expect(documentFault({ ...pdf, ...changes }, 'pdf')).toBe(fault)
})

test.each([
  ['application/pdf', ['pdf']],
  ['application/x-pdf', ['pdf']],
  ['video/mp4', ['video']],
  ['application/mp4', ['video']],
  ['text/vtt', ['captions']],
  ['text/plain', ['captions']],
  ['application/octet-stream', ['pdf', 'video', 'captions']],
  ['', ['pdf', 'video', 'captions']],
  ['text/html', []],
  ['xapplication/pdf', []],
])('a file of the type "%s" can be %j', (mimeType, kinds) => {
  expect((['pdf', 'video', 'captions'] as const).filter((kind) => canBe(kind, mimeType))).toEqual(kinds)
})
