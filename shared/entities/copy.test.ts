import * as v from 'valibot'
import { CopyCode, findCopyCode } from './copy.ts'

test.each([
  ['BKT-RWD-XHM', 'BKT-RWD-XHM'],
  [' bkt rwd xhm ', 'BKT-RWD-XHM'],
  ['BKT–RWD–XHM', 'BKT-RWD-XHM'],
  ['BKT-RWD-XH', null],
  ['BKT-RWD-XHMB', null],
  ['AKT-RWD-XHM', null],
])('reads "%s" as %s', (typed, code) => {
  const parsed = v.safeParse(CopyCode, typed)
  expect(parsed.success ? parsed.output : null).toBe(code)
})

test.each([
  ['Copie personnelle de a@b.ma · exemplaire BKT-RWD-XHM', 'BKT-RWD-XHM'],
  ['ABKT-RWD-XHMZ', null],
  ['BAC-SMA-XHM', null],
])('finds in "%s" the code %s', (text, code) => {
  expect(findCopyCode(text)).toBe(code)
})
