import { sampleSettings } from '../entities/samples.ts'
import { SettingsView } from '../entities/settings.ts'
import { getOverview } from './admin-overview.ts'
import { getSettings } from './catalogue.ts'
import { route } from './route.ts'

/** Replaces the settings; `version` is that of the settings that were read. */
export const updateSettings = route({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'owner',
  capability: 'admin',
  body: SettingsView,
  response: SettingsView,
  errors: ['CONFLICT'],
  invalidates: [getSettings, getOverview],
  sample: { body: sampleSettings },
})
