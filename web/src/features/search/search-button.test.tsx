import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SearchButton } from './search-button.tsx'
import { catalogueEntries } from './search-index.ts'

beforeEach(() => void networkAnswers(json({ entries: catalogueEntries() })))

const show = () =>
  renderPage(
    <>
      <SearchButton />
      <input aria-label="Un champ" />
    </>,
  )
const dialog = () => screen.findByRole('dialog', { name: 'Rechercher' })

// This test must be the first: later ones find the chunk loaded.
test('keeps the typed text while the search is being loaded', async () => {
  show()
  for (const key of ['/', 'r', 'o', 'z', 'Backspace', 't', 'É', ' '])
    fireEvent.keyDown(document.body, { key })
  await dialog()
  expect(screen.getByRole('combobox')).toHaveValue('rotÉ ')
})

test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}', '{Control>}K{/Control}'])(
  '%s opens the search',
  async (keys) => {
    show()
    await userEvent.keyboard(keys)
    expect(await dialog()).toBeVisible()
    expect(screen.getByRole('combobox')).toHaveValue('')
  },
)

test("the browser's 'back' closes the search, and the button to close it leaves no entry behind", async () => {
  show()
  await userEvent.keyboard('/')
  await dialog()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('/')
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(window.history.state?.isSearch).toBeUndefined())
})

test.each(['/', '{Control>}k{/Control}'])('%s in a field is typed', async (keys) => {
  show()
  await userEvent.click(screen.getByRole('textbox', { name: 'Un champ' }))
  await userEvent.keyboard(keys)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
