import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

const pageWith = (disabled: boolean) => (
  <>
    <Button disabled={disabled}>Enregistrer</Button>
    <Button>Autre</Button>
  </>
)
const button = (name: string) => screen.getByRole('button', { name })

/** Removes the focus as a browser does when a control is disabled; jsdom leaves it. */
const takeFocusAway = () => (document.activeElement as HTMLElement).blur()

test('a button that was disabled for a while regains the focus, but not from another control', async () => {
  const { rerender } = render(pageWith(false))
  button('Enregistrer').focus()
  rerender(pageWith(true))
  takeFocusAway()
  expect(document.body).toHaveFocus()
  rerender(pageWith(false))
  expect(button('Enregistrer')).toHaveFocus()

  rerender(pageWith(true))
  await userEvent.click(button('Autre'))
  rerender(pageWith(false))
  expect(button('Autre')).toHaveFocus()
})
