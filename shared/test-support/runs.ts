// `shared` has no types of Node, where all tests run.
declare const process: { env: Record<string, string | undefined> }

/** True in `npm run test:long`, which tries more inputs and whole matrices (vitest.config.ts). */
export const isLongRun = process.env['TESTS'] === 'long'

/** Inputs of a property of pure code: `fc.assert(property, RUNS)`. */
export const RUNS = { numRuns: isLongRun ? 2_000 : 50 }

/** Inputs of a property that reaches the table or renders a page. */
export const COSTLY_RUNS = { numRuns: isLongRun ? 100 : 5 }
