type Events = WindowEventMap & DocumentEventMap

/** Listens to an event. @returns a function that ends it */
export function listen<Type extends keyof Events>(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  type: Type,
  listener: (event: Events[Type]) => void,
): () => void {
  target.addEventListener(type, listener as EventListener)
  return () => target.removeEventListener(type, listener as EventListener)
}

/** Returns one function that calls several, each of which ends something. */
export function endAll(...ends: (() => void)[]): () => void {
  return () => {
    for (const end of ends) end()
  }
}
