/** The contract's fields that the old site called otherwise. */
const OLD_NAMES = new Map([
  ['resourceType', 'resource_type'],
  ['file', 'file_path'],
  ['isFree', 'is_free'],
])

/** A field by the name that its column has in the file. */
export function oldColumn(path: string): string {
  return OLD_NAMES.get(path) ?? path
}
