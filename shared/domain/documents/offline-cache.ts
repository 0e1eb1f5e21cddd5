/** Name of the browser's cache with the bytes of the documents that a student keeps on the device. */
export const OFFLINE_CACHE = 'offline-documents'
