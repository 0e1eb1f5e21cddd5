import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { PreviewedSettings } from '#web/lib/settings.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'

function show(privacy: Partial<(typeof sampleSettings)['privacy']> = {}) {
  const settings = { ...sampleSettings, privacy: { ...sampleSettings.privacy, ...privacy } }
  renderPage(
    <PreviewedSettings value={settings}>
      <PrivacyPage />
    </PreviewedSettings>,
  )
}
const section = (name: string) => within(screen.getByRole('region', { name }))

test('says who is responsible, under which law and declaration, and where to write', () => {
  show({
    controller: 'Société Exemple',
    address: '1, rue des Sciences, Rabat',
    contact: 'donnees@exemple.test',
    declaration: 'D-W-7/2027',
    transfer: 'T-12/2027',
  })
  const responsible = section('Qui est responsable de vos données')
  expect(responsible.getByText(/Société Exemple, 1, rue des Sciences, Rabat, est responsable/)).toBeVisible()
  expect(
    responsible.getByText(/loi 09-08.*D-W-7\/2027.*demande de transfert numéro T-12\/2027/),
  ).toBeVisible()
  expect(responsible.getByRole('link')).toHaveAttribute('href', 'mailto:donnees@exemple.test')
})

test('gives the time for which each thing is kept, as the code keeps it', () => {
  show()
  const { accountDays, audit, copies, logs } = LONGEST_RETENTION
  expect([accountDays, copies, audit, logs]).toEqual([90, 730, 1_095, 365])
  for (const span of ['90 jours au plus', '2 ans au plus', '3 ans au plus', 'un an au plus'])
    expect(screen.getAllByText(`Durée : ${span}.`)[0]).toBeVisible()
})
