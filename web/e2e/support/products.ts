/** A product in local mode, beside a running `npm start`: ports and data of its own. */
export type Product = { port: number; dataDir: string }

/** One for each worker of the browser tests, since a story changes what another would find. */
export const products: readonly Product[] = [
  { port: 3100, dataDir: '.local/e2e-1' },
  { port: 3120, dataDir: '.local/e2e-2' },
]

/** The address of the product that a worker plays against. */
export function originFor(worker: number): string {
  return `http://localhost:${products[worker % products.length]?.port}`
}
