import { expect } from '@playwright/test'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { test } from './support/story.ts'

const DAY_MS = 86_400_000

const waitFor = (days: number) => ["c'est aujourd'hui", "c'est demain"][days] ?? `dans ${days} jours`

// At every hour, the day differs from the Moroccan one in at least one of these zones.
for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  test.describe(`where clocks show the hour of ${zone}`, () => {
    test.use({ timezoneId: zone })

    test('a phone with wrong time zone data for Morocco shows the day of the server', async ({ person }) => {
      await person.context.addInitScript(misreadMorocco, zone)
      const answer = await person.calls('/api/settings')
      const { exams } = (await answer.json()) as SettingsView
      await person.opens('/')
      const today = moroccanDay(new Date())
      const waits = exams
        .map(({ date }) => (Date.parse(date) - Date.parse(today)) / DAY_MS)
        .filter((days) => days >= 0)
        .toSorted((one, other) => one - other)
      await expect(
        person.page.getByRole('region', { name: 'Prochains examens' }).locator('strong'),
      ).toHaveText(waits.map(waitFor))
    })
  })

/** Makes the device's own time zone data wrong: clocks in Morocco show the hour of another zone. */
function misreadMorocco(zone: string): void {
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct: (Format, [locale, options]: [string?, Intl.DateTimeFormatOptions?]) =>
      new Format(
        locale,
        options?.timeZone === 'Africa/Casablanca' ? { ...options, timeZone: zone } : options,
      ),
  })
}
