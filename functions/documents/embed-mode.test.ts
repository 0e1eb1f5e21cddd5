import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { checkReference } from './check-reference.ts'
import { listFolder } from './list-folder.ts'

// Without Google credentials there is nobody to ask: the routes say so instead of guessing.

test('nothing is known of a reference, but it must be one', async () => {
  const nothing = { outcome: 'unknown', name: null, size: null }
  expect(await checkReference(null, SAMPLE_DRIVE_ID, 'pdf')).toEqual(nothing)
  await expect(checkReference(null, 'abc', 'pdf')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('a folder is empty, but it must be one', async () => {
  expect(await listFolder(null, SAMPLE_DRIVE_ID, undefined)).toEqual({ items: [], nextCursor: null })
  await expect(listFolder(null, 'x y', undefined)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})
