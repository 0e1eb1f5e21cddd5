import { expect, test } from 'vitest'
import { readNameList } from './import-job.ts'

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'

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
