import { type ComponentType, lazy } from 'react'

/** A part of a page in a file of its own, without which the page is whole: where it cannot be fetched, nothing stands. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => null }
    }
  })
}
