import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { fetchAfter, Opener, toggle } from '#web/test/lazy-components.tsx'
import { optionalComponent } from './lazy-component.tsx'

test('an optional component renders nothing when it cannot be loaded, and is loaded when shown again', async () => {
  const load = fetchAfter(1)
  const Optional = optionalComponent(load)
  render(
    <Opener>
      <Suspense fallback="Chargement">
        <Optional name="La partie" />
      </Suspense>
    </Opener>,
  )
  await toggle()
  await vi.waitFor(() => expect(screen.queryByText('Chargement')).not.toBeInTheDocument())
  expect(screen.queryByText('La partie est là')).not.toBeInTheDocument()
  await toggle()
  await toggle()
  expect(await screen.findByText('La partie est là')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
