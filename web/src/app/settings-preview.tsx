import type { ComponentType } from 'react'
import type { PreviewPart, SettingsPreviewProps } from '#web/features/admin/settings/settings-form.tsx'
import { ContactWays } from '#web/features/contact/contact-page.tsx'
import { Claims } from '#web/features/home/home-page.tsx'
import { ExamDates } from '#web/features/home/home-sections.tsx'
import { Offer } from '#web/features/premium/offer-card.tsx'
import { PaymentMeans } from '#web/features/premium/payment-means.tsx'
import { PreviewedSettings, useSettings } from '#web/lib/settings.ts'
import { Stack } from '#web/ui/card.tsx'
import { AnnouncementBar } from './layout/layout.tsx'

/** Each part is rendered by the component that its page uses. */
const parts: Record<PreviewPart, ComponentType> = {
  offer: Offer,
  exams: ExamDates,
  announcement: AnyDayAnnouncement,
  contact: () => (
    <Stack>
      <ContactWays />
    </Stack>
  ),
  payment: PaymentMeans,
  claims: Claims,
}

export function SettingsPreview({ part, settings }: SettingsPreviewProps) {
  const Part = parts[part]
  return (
    <PreviewedSettings value={settings}>
      <Part />
    </PreviewedSettings>
  )
}

/** Shows the announcement on any day, since its first day is often still to come. */
function AnyDayAnnouncement() {
  const { announcement } = useSettings()
  return announcement && <AnnouncementBar {...announcement} onClose={() => {}} />
}
