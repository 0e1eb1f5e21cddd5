import { expect, test } from 'vitest'
import { createJobFromNames, readNameList } from './import-job.ts'

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'

test('turns file names into lines and reports those it cannot read', () => {
  const job = createJobFromNames('Dossier', [
    { name: 'SM_Électricité_1_2019_R_correction_video.mp4', file: FILE },
    { name: 'Photo de vacances.jpg', file: FILE },
  ])
  expect(job.columns.join(';')).toBe('track;theme;chapter;year;session;resourceType;type;title;file')
  const cells = 'SM;electricite;Dipôle RC;2019;Rattrapage;correction;video'.split(';')
  const title = 'Corrigé vidéo : Dipôle RC - 2019 Rattrapage'
  expect(job.lines).toEqual([
    { place: 'SM_Électricité_1_2019_R_correction_video.mp4', cells: [...cells, title, FILE] },
  ])
  expect(job.unreadable).toEqual([{ place: 'Photo de vacances.jpg', message: 'Nom de fichier non reconnu' }])
})

test.each([
  [`a.pdf;${FILE}`, [`a.pdf = ${FILE}`]],
  [`a.pdf ; https://drive.google.com/d/${FILE}`, [`a.pdf = https://drive.google.com/d/${FILE}`]],
  [`a.pdf\t${FILE}`, [`a.pdf = ${FILE}`]],
  [`a.pdf,${FILE}`, [`a.pdf = ${FILE}`]],
  ['a.pdf', ['a.pdf = ']],
  [`a.pdf;${FILE}\r\n\r\n  b.pdf;${FILE}  \n`, [`a.pdf = ${FILE}`, `b.pdf = ${FILE}`]],
  [' \n\t\n;x', []],
])('reads the pasted list %j', (text, files) => {
  expect(readNameList(text).map(({ name, file }) => `${name} = ${file}`)).toEqual(files)
})
