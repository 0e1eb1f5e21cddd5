/** True where the reader asks the browser to transfer little. Not every browser tells. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
}
