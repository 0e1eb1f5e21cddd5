import { SettingsView } from '../entities/settings.ts'
import { PUBLIC_CACHE_SECONDS } from './catalogue.ts'
import { route } from './route.ts'

/** Answers the owner's settings: price, dates, contact, announcement. */
export const getSettings = route({
  method: 'GET',
  path: '/api/settings',
  access: 'public',
  capability: 'catalogue',
  response: SettingsView,
  sharedCacheSeconds: PUBLIC_CACHE_SECONDS,
})
