import { sampleSettings } from '../../entities/samples.ts'
import { SettingsView } from '../../entities/settings.ts'
import { route } from '../route.ts'
import { getSettings } from '../settings.ts'
import { getOverview } from './overview.ts'

/** The settings as last stored, without the caches between the public route and its readers: what a form begins with. */
export const getStoredSettings = route({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'owner',
  capability: 'admin',
  response: SettingsView,
})

/** Replaces the settings; `version` is that of the settings that were read. */
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
