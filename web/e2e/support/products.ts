/** A product in local mode, with its own ports and data, so that `npm start` can run beside it. */
export type Product = { port: number; dataDir: string }

/** One for each worker of the browser tests, since a story changes data that others would read. */
export const products: readonly Product[] = [
  { port: 3100, dataDir: '.local/e2e-1' },
  { port: 3120, dataDir: '.local/e2e-2' },
]

/** Returns the address of a worker's product. */
export function originFor(worker: number): string {
  return `http://localhost:${products[worker % products.length]?.port}`
}
