import { browserStorage } from '../auth/browser-storage.ts'

/** Where this device keeps how far its videos were watched. */
export const VIDEO_PLACES_KEY = 'revision.videoPlaces'

/** Forgets all of them, with whoever watched. Apart from what reads them, since every page has this. */
export function forgetVideoPlaces(): void {
  browserStorage.removeItem(VIDEO_PLACES_KEY)
}
