import { parseFolderReference } from './folder-reference.ts'

const id = '1FolderFolderFolderFolder012'

test.each([
  { text: id, folder: { fileId: id } },
  { text: ' 0AShortDriveId ', folder: { fileId: '0AShortDriveId' } },
  { text: `https://drive.google.com/drive/folders/${id}`, folder: { fileId: id } },
  { text: `https://drive.google.com/drive/u/0/folders/${id}?usp=sharing`, folder: { fileId: id } },
  { text: `https://drive.google.com/open?id=${id}`, folder: { fileId: id } },
  {
    text: `https://drive.google.com/drive/folders/${id}?resourcekey=0-abc`,
    folder: { fileId: id, resourceKey: '0-abc' },
  },
  { text: '', folder: null },
  { text: "x' or '1'='1", folder: null },
  { text: `https://example.com/drive/folders/${id}`, folder: null },
  { text: `https://drive.google.com/drive/folders/${id}?resourcekey=a%0Ab`, folder: null },
  { text: 'https://drive.google.com/drive/my-drive', folder: null },
])("reads the folder that '$text' names", ({ text, folder }) => {
  expect(parseFolderReference(text)).toEqual(folder)
})
