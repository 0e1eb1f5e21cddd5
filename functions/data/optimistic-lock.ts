import pRetry from 'p-retry'
import { DomainError } from '#shared/domain/domain-error.ts'

/** The answer to an equal change that came second is the stored item. @throws DomainError CONFLICT for another one */
export function answerIfEqual<T>(stored: T | null, isWanted: (stored: T) => boolean): T {
  if (stored === null || !isWanted(stored)) throw new DomainError('CONFLICT')
  return stored
}

/** Repeats a change that met a conflict, at most 5 times within a second. @throws DomainError CONFLICT */
export async function retryOnConflict<T>(change: () => Promise<T | 'conflict'>): Promise<T> {
  const conflict = new DomainError('CONFLICT')
  async function tryChange(): Promise<T> {
    const result = await change()
    if (result === 'conflict') throw conflict
    return result
  }
  return pRetry(tryChange, {
    retries: 4,
    minTimeout: 20,
    maxTimeout: 160,
    randomize: true,
    shouldRetry: ({ error }) => error === conflict,
  })
}
