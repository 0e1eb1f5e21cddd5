import { DRIVE_ID } from '#functions/test-support/content.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import {
  chapterNamed,
  fileTypeNamed,
  resourceTypeNamed,
  sessionNamed,
  themeNamed,
  trackNamed,
} from './catalogue-names.ts'
import { plainReference } from './old-reference.ts'

test.each([
  [trackNamed, 'sm', 'SM'],
  [trackNamed, 'Science Physique', 'PC'],
  [trackNamed, 'Lettres', 'Lettres'],
  [themeNamed, 'Nucléaire', 'nucleaire'],
  [themeNamed, 'dosage acide-base', 'dosage-acide-base'],
  [themeNamed, '', ''],
  [sessionNamed, 'Session normale', 'Normale'],
  [sessionNamed, 'RATTRAPAGE', 'Rattrapage'],
  [resourceTypeNamed, 'Énoncé', 'exercise'],
  [resourceTypeNamed, 'corrige', 'correction'],
  [fileTypeNamed, 'Vidéo', 'video'],
])('%p reads %j as %j', (read, text, expected) => expect(read(text)).toBe(expected))

test.each([
  ['SM', 'nucleaire', 'Noyaux - masse et energie', 'Noyaux – masse et énergie'],
  ['SM', 'nucleaire', '  NOYAUX — MASSE ET ÉNERGIE ', 'Noyaux – masse et énergie'],
  ['PC', 'mecanique', 'L’atome et la mécanique de Newton', "L'atome et la mécanique de Newton"],
  ['SVT', 'mecanique', 'Satellites', 'Satellites'],
  ['SVT', 'electrolyse', 'Électrolyse', 'Électrolyse'],
  ['?', 'ondes', 'x', 'x'],
])('in %s and %s the chapter %j is %j', (track, theme, text, expected) => {
  expect(chapterNamed(track, theme, text)).toBe(expected)
})

test('no two chapters of a theme, and no two themes, go by the same name', () => {
  for (const track of TRACK_CODES)
    for (const { slug, title, chapters } of listThemes(track)) {
      expect(themeNamed(title)).toBe(slug)
      expect(chapters.map((chapter) => chapterNamed(track, slug, chapter.toLowerCase()))).toEqual(chapters)
    }
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hidden = base64(DRIVE_ID).split('').toReversed().join('').replaceAll(/[+/=]/g, '')

test.each([
  ['an id', DRIVE_ID, DRIVE_ID],
  [
    'an address',
    `https://drive.google.com/file/d/${DRIVE_ID}/view`,
    `https://drive.google.com/file/d/${DRIVE_ID}/view`,
  ],
  ['an announced file', 'coming-soon', 'coming-soon'],
  ['secure:', `secure:${DRIVE_ID}`, DRIVE_ID],
  [
    'encrypted: and an address',
    `encrypted: https://drive.google.com/open?id=${DRIVE_ID}`,
    `https://drive.google.com/open?id=${DRIVE_ID}`,
  ],
  ['enc_ in base64', `enc_${base64(DRIVE_ID)}`, DRIVE_ID],
  ['secure: around enc_', `secure:enc_${base64(DRIVE_ID)}`, DRIVE_ID],
  // It has the letters and the length of a Drive id, and is none.
  ['enc_ by a key', `enc_${hidden}`, null],
  ['enc_ before an id', `enc_${DRIVE_ID}`, null],
  ['encrypted: by a key', 'encrypted:U2FsdGVkX1+/x==', null],
  ['secure: and a row', 'secure:3f2504e0-4f89-41d3-9a0c-0305e82c3301', null],
  ['secure: and nothing', 'secure:', null],
  ['a row', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', null],
])('a file path with %s is read, or told', (_, path, expected) => {
  const read = plainReference(path)
  if (expected === null) expect(read).toEqual({ reason: expect.stringMatching(/chiffrée|identifiant/) })
  else expect(read).toMatchObject({ file: expected })
})
