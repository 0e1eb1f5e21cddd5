import { browserStorage } from '../browser-storage.ts'

/** Key under which this device stores how far its videos were watched. */
export const VIDEO_POSITIONS_KEY = 'revision.videoPlaces'

/**
 * Removes all positions. Kept apart from the viewer's code that reads them, because every page does this at sign-out.
 */
export function clearVideoPositions(): void {
  browserStorage.removeItem(VIDEO_POSITIONS_KEY)
}
