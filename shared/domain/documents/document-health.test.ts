import type { DocumentFault } from '../../entities/file.ts'
import { canBe, documentFault, type SourceFile, unplayablePart } from './document-health.ts'

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

test.each<[container: string, picture: string, sound: string | null, part: string | null]>([
  ['MPEG-4', 'AVC', 'AAC', null],
  ['MPEG-4', 'AVC', null, null],
  ['MPEG-4', 'AVC', 'MPEG Audio', null],
  ['MPEG-4', 'AVC', 'AC-3', 'son AC-3'],
  ['MPEG-4', 'HEVC', 'AAC', 'image HEVC (H.265)'],
  ['MPEG-4', 'H.263', 'AMR', 'image H.263'],
  ['QuickTime', 'AVC', 'AAC', null],
  ['QuickTime', 'HEVC', 'AAC', 'image HEVC (H.265)'],
  ['WebM', 'VP9', 'Opus', null],
  ['WebM', 'AV1', 'Vorbis', null],
  ['Matroska', 'AVC', 'AAC', 'H.264 dans MKV'],
  ['AVI', 'MPEG-4 Visual', 'MPEG Audio', 'MPEG-4 Visual dans AVI'],
  ['Windows Media', 'VC-1', 'WMA', 'VC-1 dans WMV'],
])('%s with %s and %s: %s', (container, picture, sound, part) => {
  const tracks = {
    picture: { format: picture, profile: '' },
    sound: sound === null ? null : { format: sound, profile: 'Layer 3' },
  }
  expect(unplayablePart({ container, ...tracks })).toBe(part)
})

test('of ten bits, or without a picture, it is not played', () => {
  const picture = { format: 'AVC', profile: 'High 10@L4' }
  expect(unplayablePart({ container: 'MPEG-4', picture, sound: null })).toBe('image H.264 High 10@L4')
  expect(unplayablePart({ container: 'MPEG-4', picture: null, sound: null })).toBe('aucune image')
})
