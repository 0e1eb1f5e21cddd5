import { describe, expect, test } from 'vitest'
import { createJobFromNames, readNameList } from './import-job.ts'

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'

test('turns file names into lines and reports those it cannot read', () => {
  const job = createJobFromNames('Dossier', [
    { name: 'SM_Électricité_1_2019_R_correction_video.mp4', file: FILE },
    { name: 'Photo de vacances.jpg', file: FILE },
  ])
  expect(job.columns.join(';')).toBe('track;theme;chapter;year;session;resourceType;type;title;file')
  expect(job.lines).toEqual([
    {
      place: 'SM_Électricité_1_2019_R_correction_video.mp4',
      cells: [
        'SM',
        'electricite',
        'Dipôle RC',
        '2019',
        'Rattrapage',
        'correction',
        'video',
        'Corrigé vidéo : Dipôle RC - 2019 Rattrapage',
        FILE,
      ],
    },
  ])
  expect(job.unreadable).toEqual([{ place: 'Photo de vacances.jpg', message: 'Nom de fichier non reconnu' }])
})

describe('a pasted list', () => {
  test.each([
    [`a.pdf;${FILE}`, [{ name: 'a.pdf', file: FILE }]],
    [
      `a.pdf ; https://drive.google.com/file/d/${FILE}/view`,
      [{ name: 'a.pdf', file: `https://drive.google.com/file/d/${FILE}/view` }],
    ],
    [`a.pdf\t${FILE}`, [{ name: 'a.pdf', file: FILE }]],
    [`a.pdf,${FILE}`, [{ name: 'a.pdf', file: FILE }]],
    ['a.pdf', [{ name: 'a.pdf', file: '' }]],
    [
      `a.pdf;${FILE}\r\n\r\n  b.pdf;${FILE}  \n`,
      [
        { name: 'a.pdf', file: FILE },
        { name: 'b.pdf', file: FILE },
      ],
    ],
    ['', []],
    [' \n\t\n', []],
    [';x', []],
  ])('reads %j', (text, files) => {
    expect(readNameList(text)).toEqual(files)
  })
})
