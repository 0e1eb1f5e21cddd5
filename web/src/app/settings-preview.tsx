import type { SettingsPreviewProps } from '#web/features/admin/settings/settings-form.tsx'
import { AnnouncementBar } from './layout/announcement.tsx'

export function SettingsPreview({ part, settings }: SettingsPreviewProps) {
  if (part === 'announcement' && settings.announcement)
    return <AnnouncementBar text={settings.announcement.text} onClose={() => {}} />
  return null
}
