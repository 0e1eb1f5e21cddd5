import type { getChapter as route } from '#shared/contract/catalogue.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Returns a chapter with its resources, year descending.
 * @throws DomainError NOT_FOUND when the track does not teach it
 */
export async function getChapter(
  { resources }: Pick<Deps, 'resources'>,
  address: Parsed<typeof route.params>,
) {
  const { track, theme, chapter: title } = chapterAtAddress(address)
  const items = await resources.listChapter(track, theme, address.chapter)
  return { ...address, title, items }
}
