/** Zoom steps of a page; 1 fits its width to the window. */
export const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** The next step up (1) or down (-1), staying within the steps. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  return ZOOM_STEPS[ZOOM_STEPS.indexOf(zoom) + direction] ?? zoom
}
