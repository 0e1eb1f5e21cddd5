import { openPdf } from '#web/lib/documents/pdf-file.ts'

/**
 * Reads the code of a personal copy from a PDF. The file is read on this device.
 * @throws Error when it is no PDF, or carries no code
 */
export async function readCopyCode(file: File): Promise<string> {
  const closing = new AbortController()
  try {
    const pdf = await openPdf({
      read: async (begin, end) => new Uint8Array(await file.slice(begin, end).arrayBuffer()),
      total: () => file.size,
      expected: file.size,
      signal: closing.signal,
    })
    const code = await pdf.copyCode()
    if (code === null) throw new Error('The file carries no code')
    return code
  } finally {
    closing.abort()
  }
}
