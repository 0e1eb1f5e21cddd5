import type { TestContext } from 'vitest'

/** Leaves a test out where DYNAMODB_ENDPOINT names another engine, for this reason. */
export function needsEmulator({ skip }: TestContext, reason: string): void {
  skip(Boolean(process.env.DYNAMODB_ENDPOINT), reason)
}
