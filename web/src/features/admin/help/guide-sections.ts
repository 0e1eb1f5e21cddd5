import type { GuideSection } from 'virtual:owner-guide'
import { foldText } from '#shared/domain/fold-text.ts'

/** Returns the sections that contain every word of a search, in any order and case, with or without accents. */
export function findSections(sections: readonly GuideSection[], search: string): GuideSection[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return sections.filter(({ title, html }) => {
    const text = foldText(`${title} ${html.replaceAll(/<[^>]*>/g, ' ')}`)
    return words.every((word) => text.includes(word))
  })
}
