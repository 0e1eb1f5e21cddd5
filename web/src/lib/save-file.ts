/** Gives the browser a file to save. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
