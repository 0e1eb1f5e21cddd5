import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { ContactPage } from './contact-page.tsx'

test.each([
  ['contact@exemple.invalid', 'mailto:contact@exemple.invalid'],
  ['+212 600 000 000', 'tel:+212600000000'],
  ['Notre page sociale', 'https://social.exemple.invalid/revision'],
])('%s leads to %s', (name, address) => {
  renderPage(<ContactPage />)
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address)
})
