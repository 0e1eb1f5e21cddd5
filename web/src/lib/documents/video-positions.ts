import { browserStorage } from '../browser-storage.ts'

/** Where this device keeps how far its videos were watched. */
export const VIDEO_POSITIONS_KEY = 'revision.videoPlaces'

/** Removes all positions. Apart from the viewer's code that reads them, because every page does this at sign-out. */
export function clearVideoPositions(): void {
  browserStorage.removeItem(VIDEO_POSITIONS_KEY)
}
