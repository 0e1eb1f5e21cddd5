import { vi } from 'vitest'

/** Collects the files that a page gives the browser to save. */
export function keepSavedFiles(): Blob[] {
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    files.push(file as Blob)
    return 'blob:1'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return files
}
