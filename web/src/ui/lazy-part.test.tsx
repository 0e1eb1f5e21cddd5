import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { fetchAfter } from '#web/test/lazy-components.tsx'
import { renderPage } from '#web/test/render-page.tsx'
import { LazyPart } from './lazy-part.tsx'

beforeEach(() => {
  // React logs an error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch')))
})

test.each([
  [false, 'Chargement impossible sans réseau.'],
  [true, 'Chargement impossible. Vérifiez votre connexion Internet et réessayez.'],
])(
  'a form keeps what was typed while a part beside it is lost and loaded again; online: %s',
  async (isOnline, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const Part = lazyComponent(fetchAfter(1))
    renderPage(
      <form>
        <input aria-label="Titre" />
        <LazyPart>
          <Part name="Le sujet" />
        </LazyPart>
      </form>,
    )
    const title = screen.getByLabelText('Titre')
    await userEvent.type(title, 'Ondes')
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByText('Le sujet est là')).toBeVisible()
    expect(title).toHaveValue('Ondes')
  },
)

test('a part that throws says so in French', async () => {
  const Broken = () => {
    throw new Error('It broke')
  }
  renderPage(
    <LazyPart>
      <Broken />
    </LazyPart>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent("Une erreur est survenue pendant l'affichage.")
})
