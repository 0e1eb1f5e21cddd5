import type { PersonalData, Stored } from '#shared/contract/account.ts'
import { fitLists, MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/use-case.ts'
import { addPictures } from './receipts.ts'

/** Room for the profile and the other single items, which are small. */
const SINGLE_BYTES = 256 * 1024

/** As far as it fits into one answer: the first rows of the longest lists, and pictures in the room that is left. */
export async function readPersonalData(
  { personalData, receipts, clock }: Pick<Deps, 'personalData' | 'receipts' | 'clock'>,
  user: User,
): Promise<PersonalData> {
  const data = await personalData.read(user)
  const lists = Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value]] : [])),
  ) as Record<string, unknown[]>
  const room = MAX_TEXT_BYTES - SINGLE_BYTES
  const { fitting, leftOut, bytes } = fitLists(lists, room)
  const requests = fitting['paymentRequests'] as Stored[]
  return {
    exportedAt: clock.now().toISOString(),
    ...data,
    ...fitting,
    paymentRequests: await addPictures(receipts, requests, room - bytes),
    leftOut,
  }
}
