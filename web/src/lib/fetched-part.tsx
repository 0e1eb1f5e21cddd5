import { type ComponentType, lazy, useEffect } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part of the site whose file could not be fetched; `forget` lets it be fetched anew. */
export class PartFailed extends Error {
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('A part of the site could not be fetched', { cause })
    this.name = 'PartFailed'
    this.forget = forget
  }
}

/**
 * A part of the site in a file of its own, as React's `lazy`, which keeps a failure for good. Here whoever catches the
 * PartFailed forgets it once it is shown, and the part is fetched anew when it is opened again.
 */
export function fetchedPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return refetchable(async (forget) => {
    try {
      return await load()
    } catch (cause) {
      throw new PartFailed(cause, forget)
    }
  })
}

/** As {@link fetchedPart}, with something else in its place where it cannot be fetched. */
export function fetchedPartOr<Props extends object>(
  load: Load<Props>,
  Otherwise: ComponentType,
): ComponentType<Props> {
  return refetchable(async (forget) => {
    try {
      return await load()
    } catch {
      return function InItsPlace() {
        useEffect(() => forget, [])
        return <Otherwise />
      }
    }
  })
}

function refetchable<Props extends object>(
  load: (forget: () => void) => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const fresh = () => {
    const Fetched = lazy(async () => {
      const forget = () => {
        if (Current === Fetched) Current = fresh()
      }
      return { default: await load(forget) }
    })
    return Fetched as ComponentType<Props>
  }
  let Current = fresh()
  return function FetchedPart(props: Props) {
    return <Current {...props} />
  }
}
