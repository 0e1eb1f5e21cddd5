import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '#web/test/render-page.tsx'
import { PasswordField } from './password-field.tsx'

const field = () => screen.getByLabelText('Mot de passe')
const eye = () => screen.getByRole('button', { name: 'Afficher la saisie' })

test('the typed password can be shown and hidden again', async () => {
  renderPage(<PasswordField label="Mot de passe" name="password" autoComplete="current-password" />)
  await userEvent.type(field(), 'secret1')
  expect(field()).toHaveAttribute('type', 'password')
  expect(eye()).toHaveAttribute('aria-pressed', 'false')

  await userEvent.click(eye())
  expect(field()).toHaveAttribute('type', 'text')
  expect(field()).toHaveValue('secret1')
  expect(eye()).toHaveAttribute('aria-pressed', 'true')

  await userEvent.click(eye())
  expect(field()).toHaveAttribute('type', 'password')
})

const HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

test.each([
  ['a new one has its hint', 'new-password', undefined, HINT],
  ['a fault takes its place', 'new-password', 'Faute', 'Faute'],
  ['one that is known has none', 'current-password', undefined, ''],
] as const)('%s', (_, autoComplete, error, description) => {
  renderPage(<PasswordField label="Mot de passe" name="password" autoComplete={autoComplete} error={error} />)
  expect(field()).toHaveAccessibleDescription(description)
  expect(field()).toHaveAttribute('autocomplete', autoComplete)
})
