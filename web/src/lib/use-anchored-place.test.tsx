import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { useAnchoredPlace } from './use-anchored-place.ts'

function Rows() {
  useAnchoredPlace(true)
  return (
    <main id="contenu" tabIndex={-1}>
      <Link to="#2019-rattrapage">2019</Link>
      <p id="2019-rattrapage">Rattrapage 2019</p>
    </main>
  )
}
const place = () => screen.getByText('Rattrapage 2019')

test('the place that the address names is scrolled to and focused at each navigation', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  renderPage(<Rows />, '/sujets-bac/pc#2019-rattrapage')
  expect(place()).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: '2019' }))
  expect(place()).toHaveFocus()
  expect(scroll).toHaveBeenCalledTimes(2)
})
