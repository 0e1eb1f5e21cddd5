import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fetchedPart } from '#web/lib/fetched-part.tsx'
import { optionalPart } from '#web/lib/optional-part.ts'
import { LazyPart } from './lazy-part.tsx'

function Part({ name }: { name: string }) {
  return <p>{name} est là</p>
}

/** Fetches nothing the first times, then the part. */
const fetchAfter = (failures: number) => {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  })
}

/** What opens a part and closes it again. */
function Opener({ children }: { children: ReactNode }) {
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

const toggle = () => userEvent.click(screen.getByRole('button', { name: 'Ouvrir ou fermer' }))

test('a part is fetched once, however often it is opened', async () => {
  const load = fetchAfter(0)
  const Fetched = fetchedPart(load)
  render(
    <Opener>
      <LazyPart failed="Échec">
        <Fetched name="La partie" />
      </LazyPart>
    </Opener>,
  )
  expect(load).not.toHaveBeenCalled()
  for (let opening = 0; opening < 2; opening++) {
    await toggle()
    expect(await screen.findByText('La partie est là')).toBeVisible()
    await toggle()
  }
  expect(load).toHaveBeenCalledOnce()
})

test('one that could not be fetched says so, and is fetched anew with the next opening', async () => {
  // What React tells of an error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
  const load = fetchAfter(2)
  const Fetched = fetchedPart(load)
  render(
    <Opener>
      <LazyPart failed="Échec">
        <Fetched name="La partie" />
      </LazyPart>
    </Opener>,
  )
  for (const found of ['Échec', 'Échec', 'La partie est là']) {
    await toggle()
    expect(await screen.findByText(found)).toBeVisible()
    await toggle()
  }
  expect(load).toHaveBeenCalledTimes(3)
})

test('one that the page can do without leaves its place empty, and comes when it is shown again', async () => {
  const load = fetchAfter(1)
  const Optional = optionalPart(load)
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
