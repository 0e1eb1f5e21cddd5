import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { checkReference } from './check-reference.ts'
import { listFolder } from './list-folder.ts'

// Without Google credentials the routes answer that nothing is known.

test('answers unknown for a reference, and 400 for any other text', async () => {
  const nothing = { outcome: 'unknown', name: null, size: null }
  expect(await checkReference(null, SAMPLE_DRIVE_ID, 'pdf')).toEqual(nothing)
  await expect(checkReference(null, 'abc', 'pdf')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('answers an empty folder, and 400 for any other text', async () => {
  expect(await listFolder(null, SAMPLE_DRIVE_ID, undefined)).toEqual({ items: [], nextCursor: null })
  await expect(listFolder(null, 'x y', undefined)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})
