import type { ComponentType } from 'react'
import { fetchedPartOr } from './fetched-part.tsx'

/** A part of a page in a file of its own, without which the page is whole: where it cannot be fetched, nothing stands. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return fetchedPartOr(load, () => null)
}
