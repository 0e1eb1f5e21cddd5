import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { useReturningFocus } from './disclosure.ts'

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

function Form({ isSending, isSaved }: { isSending: boolean; isSaved: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useReturningFocus(form, isSending)
  return (
    <form ref={form}>
      <button type="submit" disabled={isSending || isSaved}>
        Enregistrer
      </button>
      <p role="status" tabIndex={-1} />
    </form>
  )
}

test('a button that has nothing more to do leaves the focus to the line of its form', () => {
  const { rerender } = render(<Form isSending={false} isSaved={false} />)
  button('Enregistrer').focus()
  rerender(<Form isSending isSaved={false} />)
  takeFocusAway()
  rerender(<Form isSending={false} isSaved />)
  expect(screen.getByRole('status')).toHaveFocus()
})
