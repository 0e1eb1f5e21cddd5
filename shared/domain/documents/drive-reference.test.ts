import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { anyText } from '../test-support/any-text.ts'
import { parseDriveReference, parseFileReference, parseFolderReference } from './drive-reference.ts'

/** It has the shortest length. */
const ID = '1AbCdEfGhIjKlMnOpQrStUvW-'
const drive = { kind: 'drive', fileId: ID }
const withKey = { ...drive, resourceKey: '0-aB_c' }

test.each([
  ['a bare id', ID, drive],
  ['an id with spaces around', `  ${ID}\n`, drive],
  ['an id of letters, digits, _ and -', 'a_-9'.repeat(8), { kind: 'drive', fileId: 'a_-9'.repeat(8) }],
  ['a link to look at', `https://drive.google.com/file/d/${ID}/view?usp=sharing`, drive],
  ['a link without an end', `https://drive.google.com/file/d/${ID}`, drive],
  ['a link of a second account', `https://drive.google.com/u/1/file/d/${ID}/view`, drive],
  ['an open link', `https://drive.google.com/open?id=${ID}`, drive],
  ['a download link', `https://drive.google.com/uc?export=download&id=${ID}`, drive],
  ['a link of Docs', `https://docs.google.com/document/d/${ID}/edit`, drive],
  ['an http link', `http://drive.google.com/file/d/${ID}/view`, drive],
  ['a link with a resource key', `https://drive.google.com/file/d/${ID}/view?resourcekey=0-aB_c`, withKey],
  ['an open link with a resource key', `https://drive.google.com/open?id=${ID}&resourcekey=0-aB_c`, withKey],
  ['24 characters', ID.slice(1), null],
  ['24 characters in a link', `https://drive.google.com/file/d/${ID.slice(1)}/view`, null],
  ['201 characters', 'a'.repeat(201), null],
  ['another sign', `${ID}!`, null],
  ['a foreign host', `https://drive.exemple.test/file/d/${ID}/view`, null],
  ['a host that only ends so', `https://evil-drive.google.com.exemple.test/file/d/${ID}`, null],
  ['a host that only begins so', `https://drive.google.com.exemple.test/file/d/${ID}`, null],
  ['a host in the user part', `https://drive.google.com@exemple.test/file/d/${ID}`, null],
  ['a folder', `https://drive.google.com/drive/folders/${ID}`, null],
  ['a bad resource key', `https://drive.google.com/file/d/${ID}/view?resourcekey=a/b`, null],
  ['another scheme', `javascript://drive.google.com/d/${ID}`, null],
  ['a link without scheme', `drive.google.com/file/d/${ID}`, null],
  ['nothing', '', null],
  ['coming-soon', 'coming-soon', null],
  ['YouTube', 'https://youtu.be/abcdefghijk', null],
])('reads or refuses %s', (_, input, expected) => {
  expect(parseDriveReference(input)).toEqual(expected)
})

const youtube = { kind: 'youtube', videoId: 'abc-efg_ijk' }

test.each([
  ['coming-soon with spaces', ' coming-soon ', { kind: 'coming-soon' }, { kind: 'coming-soon' }],
  ['Coming-Soon', 'Coming-Soon', null, null],
  ['a Drive id', ID, drive, drive],
  ['a short YouTube link', 'https://youtu.be/abc-efg_ijk', youtube, null],
  ['a YouTube page', 'https://www.youtube.com/watch?v=abc-efg_ijk&t=3s', youtube, null],
  ['a mobile YouTube page', 'https://m.youtube.com/watch?v=abc-efg_ijk', youtube, null],
  ['a YouTube player', 'https://www.youtube-nocookie.com/embed/abc-efg_ijk', youtube, null],
  ['a YouTube short', 'https://youtube.com/shorts/abc-efg_ijk', youtube, null],
  ['a YouTube link with a bad id', 'https://youtu.be/abc', null, null],
  ['a host that only looks so', 'https://youtube.com.exemple.test/watch?v=abc-efg_ijk', null, null],
])('reads %s as the file of a free video, and of other documents', (_, input, ofFreeVideo, ofOthers) => {
  expect(parseFileReference(input, { isFreeVideo: true })).toEqual(ofFreeVideo)
  expect(parseFileReference(input, { isFreeVideo: false })).toEqual(ofOthers)
})

const awkward = fc
  .tuple(
    fc.constantFrom(
      '',
      'https://drive.google.com/file/d/',
      'https://drive.google.com/open?resourcekey=x&id=',
      'https://docs.google.com/open?id=',
      'https://youtu.be/',
    ),
    fc.oneof(anyText(300), fc.stringMatching(/^[\w-]{9,60}[/?#&]?$/)),
  )
  .map((parts) => parts.join(''))

test('returns an id or null for any text', () => {
  fc.assert(
    fc.property(awkward, fc.boolean(), (text, isFreeVideo) => {
      const file = parseFileReference(text, { isFreeVideo })
      if (file?.kind === 'drive') expect(file.fileId).toMatch(/^[\w-]{25,200}$/)
      if (file?.kind === 'youtube')
        expect([isFreeVideo, /^[\w-]{11}$/.test(file.videoId)]).toEqual([true, true])
    }),
    RUNS,
  )
})

const id = '1FolderFolderFolderFolder012'

const FOLDERS = 'https://drive.google.com/drive/folders'

test.each([
  [id, { fileId: id }],
  [' 0AShortDriveId ', { fileId: '0AShortDriveId' }],
  [`${FOLDERS}/${id}`, { fileId: id }],
  [`https://drive.google.com/drive/u/0/folders/${id}?usp=sharing`, { fileId: id }],
  [`https://drive.google.com/open?id=${id}`, { fileId: id }],
  [`${FOLDERS}/${id}?resourcekey=0-abc`, { fileId: id, resourceKey: '0-abc' }],
  ["x' or '1'='1", null],
  [`https://example.com/drive/folders/${id}`, null],
  [`${FOLDERS}/${id}?resourcekey=a%0Ab`, null],
])("reads the folder that '%s' names", (text, folder) => {
  expect(parseFolderReference(text)).toEqual(folder)
})
