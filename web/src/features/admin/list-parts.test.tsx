import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { OfferNotice } from './list-parts.tsx'

test.each([
  // The sample offer ends on 10 July 2099.
  ['2099-07-10T22:59:59.000Z', false],
  ['2099-07-10T23:00:00.000Z', true],
])('at %s the notice about the ended offer is shown: %s', (now, isOver) => {
  vi.useFakeTimers({ now: new Date(now) })
  renderPage(<OfferNotice />)
  expect(screen.queryByText(/terminée depuis le 10 juillet 2099/) !== null).toBe(isOver)
})
