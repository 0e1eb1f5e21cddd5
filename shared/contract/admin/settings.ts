import * as v from 'valibot'
import { INVALID_DRIVE_FOLDER, parseFolderReference } from '../../domain/documents/drive-reference.ts'
import { orNull } from '../../entities/fields.ts'
import { sampleSettings } from '../../entities/samples.ts'
import { SettingsView } from '../../entities/settings.ts'
import { route } from '../define-route.ts'
import { getSettings } from '../site-texts.ts'
import { getOverview } from './overview.ts'

const FolderText = v.pipe(
  v.string(INVALID_DRIVE_FOLDER),
  v.trim(),
  v.check((text) => parseFolderReference(text) !== null, INVALID_DRIVE_FOLDER),
)

/** The settings with those that owners alone see, which no public answer and no page contains. */
export const ManagedSettings = v.object({ ...SettingsView.entries, inboxFolder: orNull(FolderText) })
export type ManagedSettings = v.InferOutput<typeof ManagedSettings>

export const sampleManagedSettings: ManagedSettings = { ...sampleSettings, inboxFolder: null }

const SettingsInput = v.object({ ...SettingsView.entries, inboxFolder: v.optional(v.nullable(FolderText)) })
export type SettingsInput = v.InferOutput<typeof SettingsInput>

/** Answers the settings as last stored, without the caches of the public route, for forms. */
export const getStoredSettings = route('GET /api/admin/settings', {
  access: 'owner',
  response: ManagedSettings,
})

export const updateSettings = route('PUT /api/admin/settings', {
  access: 'owner',
  body: SettingsInput,
  response: ManagedSettings,
  errors: ['CONFLICT'],
  invalidates: [getSettings, getStoredSettings, getOverview],
  sample: { body: sampleSettings },
})
