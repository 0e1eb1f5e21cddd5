let previous: Promise<unknown> = Promise.resolve()

/**
 * Number of pages of a PDF; null where it cannot be read, as in a broken file or one that asks for a password.
 * Files are downloaded and parsed one at a time: the library keeps the bytes as they are, but 120,000 objects take
 * 300 MB beside them.
 * @param download the file's bytes; null: there are none
 * @throws what `download` throws
 */
export function countPages(download: () => Promise<Uint8Array | null>): Promise<number | null> {
  const count = previous.then(async () => {
    const pdf = await download()
    return pdf && parsePages(pdf)
  })
  previous = count.catch(() => undefined)
  return count
}

async function parsePages(pdf: Uint8Array): Promise<number | null> {
  // Loaded only now: most calls of the function count no pages.
  const { ParseSpeeds, PDFDocument } = await import('@cantoo/pdf-lib')
  try {
    const document = await PDFDocument.load(pdf, {
      parseSpeed: ParseSpeeds.Medium,
      // Opens files that forbid printing or copying, and ask for no password.
      password: '',
      updateMetadata: false,
    })
    return document.getPageCount() || null
  } catch {
    return null
  }
}
