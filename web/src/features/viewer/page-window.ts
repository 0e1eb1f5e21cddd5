import { useEffect, useState } from 'react'

/** Pages that hold a picture at once, at most: what a weak phone bears. */
const MOST_DRAWN = 5

/** The pages to be drawn: of those near the window, the nearest to the one being read. */
export function drawnPages(near: ReadonlySet<number>, current: number): Set<number> {
  const distance = (page: number) => Math.abs(page - current)
  return new Set([...near].toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_DRAWN))
}

/** The numbers of the pages within reach of what can be seen. */
export function useNearPages(area: HTMLElement | null, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!area || count === 0) return
    const observer = new IntersectionObserver((entries) => setNear((before) => after(before, entries)), {
      root: area,
      rootMargin: '60% 0px',
    })
    for (const page of area.querySelectorAll('[data-page]')) observer.observe(page)
    return () => observer.disconnect()
  }, [area, count])
  return near
}

function after(
  near: ReadonlySet<number>,
  entries: readonly IntersectionObserverEntry[],
): ReadonlySet<number> {
  const next = new Set(near)
  for (const { target, isIntersecting } of entries) {
    const page = Number((target as HTMLElement).dataset.page)
    if (isIntersecting) next.add(page)
    else next.delete(page)
  }
  return next
}
