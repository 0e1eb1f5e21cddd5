import * as v from 'valibot'
import { CopyCode, findCopyCode } from './copy-code.ts'

test.each([
  { typed: 'BKT-RWD-XHM', code: 'BKT-RWD-XHM' },
  { typed: ' bkt rwd xhm ', code: 'BKT-RWD-XHM' },
  { typed: 'bktrwdxhm', code: 'BKT-RWD-XHM' },
  { typed: 'BKT–RWD–XHM', code: 'BKT-RWD-XHM' },
  { typed: 'BKT-RWD-XH', code: null },
  { typed: 'BKT-RWD-XHMB', code: null },
  { typed: 'AKT-RWD-XHM', code: null },
  { typed: '', code: null },
])('reads "$typed" as $code', ({ typed, code }) => {
  const parsed = v.safeParse(CopyCode, typed)
  expect(parsed.success ? parsed.output : null).toBe(code)
})

test.each([
  { text: 'Copie personnelle de a@b.ma · exemplaire BKT-RWD-XHM', code: 'BKT-RWD-XHM' },
  { text: 'ABKT-RWD-XHMZ', code: null },
  { text: 'BAC-SMA-XHM', code: null },
  { text: '', code: null },
])('finds $code in "$text"', ({ text, code }) => {
  expect(findCopyCode(text)).toBe(code)
})
