import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const ADDRESS = 'https://exemple.test/activer#7K3F-9QXM-2HT8'

test('a border moves the code inwards, on a ground that is light in either theme', () => {
  render(<QrCode text={ADDRESS} label="Code à scanner" level="M" border={4} />)
  const picture = screen.getByRole('img', { name: 'Code à scanner' })
  expect(picture).toHaveAttribute('viewBox', '0 0 41 41')
  const [ground, modules] = picture.querySelectorAll('path')
  expect(ground).toHaveAttribute('fill', '#fff')
  expect(modules?.getAttribute('d')).toMatch(/^M4 4h/)
})
