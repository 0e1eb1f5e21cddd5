import { parseFolderReference } from './folder-reference.ts'

const id = '1FolderFolderFolderFolder012'

const FOLDERS = 'https://drive.google.com/drive/folders'

test.each([
  [id, { fileId: id }],
  [' 0AShortDriveId ', { fileId: '0AShortDriveId' }],
  [`${FOLDERS}/${id}`, { fileId: id }],
  [`https://drive.google.com/drive/u/0/folders/${id}?usp=sharing`, { fileId: id }],
  [`https://drive.google.com/open?id=${id}`, { fileId: id }],
  [`${FOLDERS}/${id}?resourcekey=0-abc`, { fileId: id, resourceKey: '0-abc' }],
  ["x' or '1'='1", null],
  [`https://example.com/drive/folders/${id}`, null],
  [`${FOLDERS}/${id}?resourcekey=a%0Ab`, null],
])("reads the folder that '%s' names", (text, folder) => {
  expect(parseFolderReference(text)).toEqual(folder)
})
