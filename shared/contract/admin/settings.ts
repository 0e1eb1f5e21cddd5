import { sampleSettings } from '../../entities/samples.ts'
import { SettingsView } from '../../entities/settings.ts'
import { route } from '../route.ts'
import { getSettings } from '../settings.ts'
import { getOverview } from './overview.ts'

/** Answers the settings as last stored, without the caches of the public route, for forms. */
export const getStoredSettings = route({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'owner',
  capability: 'admin',
  response: SettingsView,
})

/** Replaces the settings. `version` is the version that was read. */
export const updateSettings = route({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'owner',
  capability: 'admin',
  body: SettingsView,
  response: SettingsView,
  errors: ['CONFLICT'],
  invalidates: [getSettings, getStoredSettings, getOverview],
  sample: { body: sampleSettings },
})
