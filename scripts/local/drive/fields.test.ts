import { selectFields } from './fields.ts'

const list = {
  kind: 'drive#fileList',
  nextPageToken: '2',
  files: [{ id: 'a', name: 'A', capabilities: { canDownload: true, canEdit: false } }],
}

test.each([
  { fields: '*', left: list },
  { fields: 'kind', left: { kind: 'drive#fileList' } },
  { fields: 'nextPageToken, files(id,name)', left: { nextPageToken: '2', files: [{ id: 'a', name: 'A' }] } },
  {
    fields: 'files(id,capabilities/canDownload)',
    left: { files: [{ id: 'a', capabilities: { canDownload: true } }] },
  },
  { fields: 'files/name,kind', left: { kind: 'drive#fileList', files: [{ name: 'A' }] } },
  { fields: 'nothing', left: {} },
])('$fields', ({ fields, left }) => {
  expect(selectFields(list, fields)).toEqual(left)
})

test.each(['', 'a,', 'a(b', 'a)b', 'a/', 'a(b)c', 'a;b'])('"%s" is no selection', (fields) => {
  expect(() => selectFields(list, fields)).toThrow('Invalid field selection')
})
