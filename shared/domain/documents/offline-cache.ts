export const OFFLINE_CACHE = 'offline-documents'
