import { formatItem, parseTyped, type StoredItem } from './stored-table.ts'
import { canonicalNumber, hashItem, isSameDigest, TableDigest } from './table-digest.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

const awkward: StoredItem = {
  pk: { S: 'line 1\nline 2\u2028 é 🎓' },
  empty: { S: '' },
  digits: { N: '12345678901234567890123456789012345678' },
  B: { M: { B: { S: 'text' }, BS: { L: [{ S: 'also text' }] } } },
  bytes: { B: bytes(0, 255, 10) },
  byteSet: { BS: [bytes(1), bytes(2, 3)] },
  texts: { SS: ['b', 'a'] },
  numbers: { NS: ['1', '2.5'] },
  none: { NULL: true },
  no: { BOOL: false },
}

test('an item is one line and comes back as it was, bytes and all digits', () => {
  const text = formatItem(awkward)
  expect(text).not.toContain('\n')
  expect(JSON.parse(text)).toMatchObject({ bytes: { B: 'AP8K' }, digits: awkward['digits'] })
  expect(parseTyped(text)).toEqual(awkward)
})

test.each([
  ['0', '0'],
  ['-0.00', '0'],
  ['0E+10', '0'],
  ['15', '15e0'],
  ['1500', '15e2'],
  ['1.50', '15e-1'],
  ['+15E-1', '15e-1'],
  ['-0.0015', '-15e-4'],
  ['.5', '5e-1'],
  ['9.9999999999999999999999999999999999999E+125', '99999999999999999999999999999999999999e88'],
])('the number %s is %s', (text, canonical) => expect(canonicalNumber(text)).toBe(canonical))

test.each<[what: string, same: StoredItem, as: StoredItem]>([
  ['the order of attributes', { a: { S: '1' }, b: { S: '2' } }, { b: { S: '2' }, a: { S: '1' } }],
  ['the order of a set', { a: { SS: ['x', 'y'] } }, { a: { SS: ['y', 'x'] } }],
  ['the order of bytes in a set', { a: { BS: [bytes(1), bytes(2)] } }, { a: { BS: [bytes(2), bytes(1)] } }],
  ['how a number is written', { a: { NS: ['1.0', '20'] } }, { a: { NS: ['2e1', '1'] } }],
])('%s does not change the hash of an item', (_, same, as) => expect(hashItem(same)).toBe(hashItem(as)))

test.each<[what: string, one: StoredItem, other: StoredItem]>([
  ['the order of a list', { a: { L: [{ S: 'x' }, { S: 'y' }] } }, { a: { L: [{ S: 'y' }, { S: 'x' }] } }],
  ['a type', { a: { S: '1' } }, { a: { N: '1' } }],
  ['a set and a list', { a: { SS: ['x'] } }, { a: { L: [{ S: 'x' }] } }],
  ['the boundaries of texts in a set', { a: { SS: ['x', 'y'] } }, { a: { SS: ['x,y'] } }],
  ['an attribute that is empty and one that is not there', { a: { S: '' } }, {}],
  ['the last of 38 digits', { a: { N: `${'1'.repeat(37)}2` } }, { a: { N: `${'1'.repeat(37)}3` } }],
  ['a byte', { a: { B: bytes(1) } }, { a: { B: bytes(2) } }],
])('%s changes the hash of an item', (_, one, other) => expect(hashItem(one)).not.toBe(hashItem(other)))

describe("a table's checksum", () => {
  const items: StoredItem[] = [{ pk: { S: 'a' } }, { pk: { S: 'b' } }, { pk: { S: 'c' } }]
  const digestOf = (all: readonly StoredItem[]) => {
    const digest = new TableDigest()
    for (const item of all) digest.add(item)
    return digest.value
  }

  test('does not depend on the order', () => {
    const whole = digestOf(items)
    expect(digestOf(items.toReversed())).toEqual(whole)
    expect(whole).toEqual({ items: 3, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('an item that occurs twice does not cancel out', () => {
    expect(isSameDigest(digestOf([...items, ...items.slice(0, 2)]), digestOf(items.slice(2)))).toBe(false)
    expect(isSameDigest(digestOf(items), digestOf(items.slice(1)))).toBe(false)
  })
})
