import { waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { hydratePage } from './hydrate-page.ts'

const page = (
  <main>
    <label>
      Email <input type="email" name="email" />
    </label>
    <button type="button">Se connecter</button>
  </main>
)

afterEach(() => document.body.replaceChildren())

/** Returns the field of a published page, in which an extension has placed its icon beside it. */
function publishedField(): { root: HTMLElement; field: HTMLInputElement } {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  const field = root.querySelector('input') as HTMLInputElement
  field.before(document.createElement('span'))
  return { root, field }
}

test('keeps typed text and focus, and announces no fault of the page, where an extension has changed it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onError = vi.fn()
  window.addEventListener('error', onError)
  const { root, field } = publishedField()
  field.value = 'amina@exemple.ma'
  field.focus()
  hydratePage(root, page)
  await waitFor(() => expect(field.isConnected).toBe(false))
  const drawn = root.querySelector('input')
  expect(drawn?.value).toBe('amina@exemple.ma')
  expect(drawn).toBe(document.activeElement)
  expect(onError).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledOnce()
  window.removeEventListener('error', onError)
})
