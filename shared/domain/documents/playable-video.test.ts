import { unplayablePart } from './playable-video.ts'

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
