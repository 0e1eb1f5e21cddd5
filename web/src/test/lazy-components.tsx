import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { networkFailure } from '#web/lib/api/failure.ts'

function Part({ name }: { name: string }) {
  return <p>{name} est là</p>
}

/** Fails the given number of times, then returns the part. */
export const fetchAfter = (failures: number) => {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw networkFailure(new TypeError('Failed to fetch'))
    return Part
  })
}

/** A button that opens a part and closes it again. */
export function Opener({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Ouvrir ou fermer
      </button>
      {isOpen && children}
    </>
  )
}

export const toggle = () => userEvent.click(screen.getByRole('button', { name: 'Ouvrir ou fermer' }))
