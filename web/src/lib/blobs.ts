export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Reads a picture as a `data:` address: the security policy of the site allows no `blob:`. */
export function dataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(picture)
  })
}
