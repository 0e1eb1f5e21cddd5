import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Loads the chunk, so that the component renders without suspending. */
  preload: () => Promise<unknown>
  /** Forgets a failure, so that the chunk is requested again. */
  reset: () => void
}

/** A chunk could not be loaded; the boundary that shows that (error-boundary.tsx) resets the component. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A chunk could not be loaded', { cause })
    this.reset = reset
  }
}

/**
 * Creates a component that is loaded when it first renders. Unlike React's `lazy`, which keeps a failure, it requests
 * its chunk again when it is opened again, and once loaded it renders at once, as hydration needs it.
 */
export function lazyComponent<Props extends object>(load: Load<Props>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return loaded
  }
  const suspending = () =>
    lazy(async () => {
      try {
        return { default: await preload() }
      } catch (cause) {
        throw new ChunkLoadError(cause, reset)
      }
    }) as ComponentType<Props>
  let Suspending = suspending()
  const reset = () => {
    loaded = null
    Suspending = suspending()
  }
  function Lazy(props: Props) {
    // The same component for as long as it is mounted.
    const [Chosen] = useState(() => loaded ?? Suspending)
    return <Chosen {...props} />
  }
  return Object.assign(Lazy, { preload, reset })
}

const Nothing = () => null

/** Creates a component that a page can do without: `Fallback`, or nothing, renders where its chunk cannot be loaded. */
export function optionalComponent<Props extends object>(
  load: Load<Props>,
  Fallback: ComponentType = Nothing,
): LazyComponent<Props> {
  const component = lazyComponent<Props>(() =>
    load().catch(() => {
      return function Unavailable() {
        useEffect(() => component.reset, [])
        return <Fallback />
      }
    }),
  )
  return component
}
