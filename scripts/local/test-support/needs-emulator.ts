import type { TestContext } from 'vitest'

/** Skips a test where DYNAMODB_ENDPOINT names another engine, for this reason. */
export function needsEmulator({ skip }: TestContext, reason: string): void {
  skip(Boolean(process.env.DYNAMODB_ENDPOINT), reason)
}
