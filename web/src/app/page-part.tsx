import { type ComponentType, useState } from 'react'
import { fetchedPart } from '#web/lib/fetched-part.tsx'

/** A page in a chunk of its own. */
export type PagePart<Props> = {
  /** The component's name; its file has the same one in kebab case. */
  name: string
  Page: ComponentType<Props>
  /** Fetches the chunk, so that the page can be rendered without waiting. */
  load: () => Promise<void>
}

/** The page `name` of a module that is fetched when it is needed. */
export function pagePart<Name extends string, Props extends object>(
  name: Name,
  fetchModule: () => Promise<Record<Name, ComponentType<Props>>>,
): PagePart<Props> {
  let fetched: ComponentType<Props> | null = null
  const fetchPage = async () => {
    fetched = (await fetchModule())[name]
    return fetched
  }
  const Fetched = fetchedPart(fetchPage)
  function Page(props: Props) {
    // A page that is there renders at once, as hydration wants it; the choice holds while the page is mounted.
    const [Chosen] = useState(() => fetched ?? Fetched)
    return <Chosen {...props} />
  }
  return {
    name,
    Page,
    load: async () => {
      await fetchPage()
    },
  }
}
