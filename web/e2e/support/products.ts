/** A product in local mode, with its own ports and data, so that `npm start` can run beside it. */
export type Product = {
  port: number
  dataDir: string
  /** Files of the local Drive that a story may replace. */
  driveDir: string
}

/** One for each worker of the browser tests, since a story changes data that others would read. */
export const products: readonly Product[] = [
  { port: 3100, dataDir: '.local/e2e-1', driveDir: '.local/e2e-1-drive' },
  { port: 3120, dataDir: '.local/e2e-2', driveDir: '.local/e2e-2-drive' },
]

const productOf = (worker: number) => products[worker % products.length]

export function originFor(worker: number): string {
  return `http://localhost:${productOf(worker)?.port}`
}

export function driveFolderFor(worker: number): string {
  return productOf(worker)?.driveDir ?? ''
}
