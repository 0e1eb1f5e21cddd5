import pRetry from 'p-retry'
import { DomainError } from '#shared/domain/domain-error.ts'

/**
 * When the change that came first was equal, the stored item is the answer, so that equal changes at the same time are
 * answered alike. @throws DomainError CONFLICT when the item is different or gone
 */
export async function answerOvertaken<T>(
  find: () => Promise<T | null>,
  isWanted: (stored: T) => boolean,
): Promise<T> {
  const stored = await find()
  if (stored === null || !isWanted(stored)) throw new DomainError('CONFLICT')
  return stored
}

/**
 * Makes a change that is repeated on the current item when another one has overtaken it: at most 5 times within a
 * second. @throws DomainError CONFLICT when it is overtaken each time
 */
export async function repeatOvertaken<T>(change: () => Promise<T | 'overtaken'>): Promise<T> {
  const overtaken = new DomainError('CONFLICT')
  async function tryChange(): Promise<T> {
    const result = await change()
    if (result === 'overtaken') throw overtaken
    return result
  }
  return pRetry(tryChange, {
    retries: 4,
    minTimeout: 20,
    maxTimeout: 160,
    randomize: true,
    shouldRetry: ({ error }) => error === overtaken,
  })
}
