import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const dialog = (name: string) => screen.getByRole('dialog', { name })

test('Escape closes only the dialog that is on top', () => {
  const onCloseLower = vi.fn()
  const onCloseUpper = vi.fn()
  render(
    <Dialog title="Sujet" onClose={onCloseLower}>
      <Dialog title="Signaler une erreur" onClose={onCloseUpper}>
        <p>Que se passe-t-il ?</p>
      </Dialog>
    </Dialog>,
  )
  fireEvent(dialog('Signaler une erreur'), new Event('cancel', { cancelable: true }))
  expect(onCloseUpper).toHaveBeenCalledOnce()
  expect(onCloseLower).not.toHaveBeenCalled()
  fireEvent(dialog('Sujet'), new Event('cancel', { cancelable: true }))
  expect(onCloseLower).toHaveBeenCalledOnce()
})

test.each([
  ['closes on', () => 'closed', 0],
  ['that refuses to close is open again after', () => 'refused', 1],
])('a dialog %s an Escape that the browser does not ask about', async (_, answer, left) => {
  function Opened() {
    const [isOpen, setOpen] = useState(true)
    return (
      isOpen && (
        <Dialog title="Sujet" onClose={() => setOpen(answer() === 'refused')}>
          …
        </Dialog>
      )
    )
  }
  render(<Opened />)
  dialog('Sujet').removeAttribute('open')
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('close'))
  expect(screen.queryAllByRole('dialog')).toHaveLength(left)
})

test('a file that was not chosen closes nothing', () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Importer" onClose={onClose}>
      <input type="file" aria-label="Fichier" />
    </Dialog>,
  )
  fireEvent(screen.getByLabelText('Fichier'), new Event('cancel', { bubbles: true }))
  expect(onClose).not.toHaveBeenCalled()
})
