import { describe, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'

const blocked = () => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}

describe.each<[string, () => Storage]>([
  ['whose storage is blocked', blocked],
  [
    'that takes nothing in',
    () =>
      Object.assign(Object.create(localStorage), {
        setItem: blocked,
        removeItem: () => {},
        getItem: () => null,
      }),
  ],
  ['without a storage', () => undefined as unknown as Storage],
])('a browser %s', (_, open) => {
  test('keeps everything within the page', () => {
    const storage = createBrowserStorage(open)
    storage.setItem('a', '1')
    storage.setItem('b', '2')
    storage.setItem('a', '3')
    expect(storage.getItem('a')).toBe('3')
    expect(storage.keys()).toEqual(expect.arrayContaining(['a', 'b']))
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
    expect(createBrowserStorage(open).getItem('b')).toBeNull()
  })
})

test('a storage that is full keeps no older value that would come back with the next page', () => {
  const storage = createBrowserStorage()
  storage.setItem('a', 'old')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  storage.setItem('a', 'new')
  expect(storage.getItem('a')).toBe('new')
  expect(localStorage.getItem('a')).toBeNull()
})
