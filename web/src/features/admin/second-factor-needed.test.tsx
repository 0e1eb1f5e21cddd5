import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ServiceConfig } from '#shared/contract/service-config.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { loadConfig } from '#web/lib/config.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SecondFactorNeeded } from './second-factor-needed.tsx'

vi.mock('#web/lib/config.ts', () => ({ loadConfig: vi.fn() }))

beforeEach(() => void vi.mocked(loadConfig).mockReset())

function visit(hasSecondFactor: boolean) {
  renderPage(
    <SecondFactorNeeded profile={aProfile({ isAdmin: true, isOwner: true, hasSecondFactor })}>
      <p>Tableau</p>
    </SecondFactorNeeded>,
    '/admin',
  )
}

test('refuses an owner without a second factor where the stage requires one, with a link to the account', async () => {
  vi.mocked(loadConfig).mockResolvedValue({ ownersNeedSecondFactor: true } as ServiceConfig)
  visit(false)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "L'administration demande une validation en deux étapes.",
  )
  expect(screen.getByRole('link', { name: 'Mon compte' })).toHaveAttribute('href', '/compte')
  expect(screen.queryByText('Tableau')).not.toBeInTheDocument()
  visit(true)
  expect(screen.getByText('Tableau')).toBeVisible()
  expect(loadConfig).toHaveBeenCalledOnce()
})

test('shows the dashboard when the configuration cannot be loaded', async () => {
  vi.mocked(loadConfig).mockRejectedValue(new ApiFailure('unreachable'))
  visit(false)
  expect(await screen.findByText('Tableau')).toBeVisible()
})
