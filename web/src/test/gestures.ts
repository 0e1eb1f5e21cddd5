import { act, fireEvent, screen, within } from '@testing-library/react'
import { vi } from 'vitest'

/** The timer of the machine, also where a test has replaced those of the page. */
const { setTimeout: wait } = globalThis

/** Its timers hardly move, so that a message that closes after seconds stays. */
export async function until<T>(find: () => T | null | undefined | false, what: string | RegExp): Promise<T> {
  for (let round = 0; round < 1_500; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1)
      if (round > 2) await new Promise((resolve) => wait(resolve, Math.min(round, 20)))
    })
    const found = find()
    if (found) return found
  }
  throw new Error(`The page does not show ${what}: ${document.body.textContent}`)
}

export const openDialog = () => document.querySelector<HTMLElement>('dialog[open]')
export const main = () => screen.getByRole('main', { hidden: true })
export const rowOf = (text: string) =>
  [...document.querySelectorAll('tr')].find(({ textContent }) => textContent.startsWith(text))

export type Step = () => Promise<unknown>

export const press =
  (name: string | RegExp, at = 0): Step =>
  async () =>
    openDialog() ?? click(main, name, at)
export const confirm =
  (name: string): Step =>
  () =>
    click(openDialog, name)
export const chooseAction =
  (name: string, email: string): Step =>
  async () => {
    if (openDialog()) return
    await click(() => rowOf(email), 'Autres actions')
    await click(() => rowOf(email), name)
  }

export const fill =
  (label: string, value: string): Step =>
  async () => {
    const field = await until(
      () => within(openDialog() ?? main()).queryByLabelText<HTMLInputElement>(label),
      label,
    )
    fireEvent.change(field, { target: { value } })
  }

async function click(place: () => HTMLElement | null | undefined, name: string | RegExp, at = 0) {
  const find = () => {
    const found = place()
    return found && within(found).queryAllByRole('button', { name, hidden: true }).at(at)
  }
  fireEvent.click(await until(find, name))
}
