/** Zoom steps of the buttons and keys; at 1 a page has its natural reading width. */
const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

export const MIN_ZOOM = 0.5
export const MAX_ZOOM = 4

/** The next step up (1) or down (-1), staying within the steps; fingers may have left the zoom between two. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? ZOOM_STEPS.find((step) => step > zoom + 0.01)
      : ZOOM_STEPS.findLast((step) => step < zoom - 0.01)
  return next ?? zoom
}

/** A zoom within what is allowed. */
export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
}
