import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DrawnPage, PdfFile } from '#web/lib/documents/pdf-file.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { nearestPages, PdfView } from './pdf-view.tsx'

const COUNT = 60
const SHEET_PX = 500

type Observer = { report: (entries: Partial<IntersectionObserverEntry>[]) => void; pages: Element[] }

let observers: Observer[] = []

/** Reports pages as near the window, as the browser does. */
function bringNear(...numbers: number[]): void {
  const near = new Set(numbers)
  for (const { report, pages } of observers)
    report(
      pages.map((target) => ({
        target,
        isIntersecting: near.has(Number((target as HTMLElement).dataset.page)),
      })),
    )
}

function scrollTo(page: number): void {
  const area = screen.getByRole('region', { name: 'Pages du document' })
  for (const sheet of area.querySelectorAll<HTMLElement>('[data-page]')) {
    const top = (Number(sheet.dataset.page) - page) * SHEET_PX
    sheet.getBoundingClientRect = () => new DOMRect(0, top, 300, SHEET_PX)
  }
  fireEvent.scroll(area)
}

beforeEach(() => {
  observers = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #pages: Element[] = []
      constructor(callback: (entries: Partial<IntersectionObserverEntry>[]) => void) {
        observers.push({ report: (entries) => act(() => callback(entries)), pages: this.#pages })
      }
      observe(page: Element) {
        this.#pages.push(page)
      }
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #callback: (entries: { contentRect: { width: number } }[]) => void
      constructor(callback: (entries: { contentRect: { width: number } }[]) => void) {
        this.#callback = callback
      }
      observe() {
        this.#callback([{ contentRect: { width: 336 } }])
      }
      disconnect() {}
    },
  )
})

/** Returns a document that counts the pictures in memory. */
function aDocument() {
  const held = new Set<DrawnPage>()
  let most = 0
  const pdf: PdfFile = {
    count: COUNT,
    firstPage: { width: 595, height: 842 },
    async draw(number, _width, signal) {
      await Promise.resolve()
      signal.throwIfAborted()
      const text = document.createElement('div')
      text.textContent = `Texte de la page ${number}`
      const page: DrawnPage = {
        size: { width: 595, height: 842 },
        canvas: document.createElement('canvas'),
        text,
        lines: { elements: [text], texts: [text.textContent] },
        free: () => held.delete(page),
      }
      held.add(page)
      most = Math.max(most, held.size)
      return page
    },
    picture: async () => 'data:,',
    copyCode: async () => null,
    thumbnail: async () => document.createElement('canvas'),
    text: async () => [],
    outline: async () => [],
  }
  return { pdf, held, most: () => most }
}

function show(pdf: PdfFile) {
  const onPosition = vi.fn()
  const nothing = () => {}
  renderPage(
    <PdfView
      pdf={pdf}
      pages={{ from: 1, until: pdf.count }}
      firstPage={1}
      zoom={1}
      watermark="eleve@exemple.invalid"
      matches={new Map()}
      currentMatch={null}
      controls={createRef()}
      onZoom={nothing}
      onPosition={onPosition}
      onShown={nothing}
      onPrint={nothing}
    />,
  )
  return onPosition
}

const pictures = () => document.querySelectorAll('canvas').length
const page = (number: number) => screen.getByRole('group', { name: `Page ${number} sur ${COUNT}` })

test('draws picture, text and watermark only for pages near the window', async () => {
  show(aDocument().pdf)
  expect(screen.getAllByRole('group')).toHaveLength(COUNT)
  expect(pictures()).toBe(0)
  bringNear(1, 2)
  expect(await within(page(2)).findByText('Texte de la page 2')).toBeInTheDocument()
  expect(within(page(1)).getAllByText('eleve@exemple.invalid')[0]).toBeInTheDocument()
  expect(within(page(3)).queryByText('eleve@exemple.invalid')).not.toBeInTheDocument()
})

test('frees distant pages and never holds more than five pictures', async () => {
  const { pdf, held, most } = aDocument()
  show(pdf)
  for (let number = 1; number <= COUNT; number += 3) {
    scrollTo(number)
    bringNear(number - 2, number - 1, number, number + 1, number + 2, number + 3)
    await waitFor(() => expect(held.size).toBe(number === 1 ? 4 : Math.min(5, COUNT - number + 3)))
  }
  expect(most()).toBeLessThanOrEqual(5)
  expect(pictures()).toBeLessThanOrEqual(5)
  bringNear()
  expect(held.size).toBe(0)
  expect(pictures()).toBe(0)
})

test('reports the page being read', () => {
  const onPosition = show(aDocument().pdf)
  expect(onPosition).toHaveBeenLastCalledWith({ page: 1, count: COUNT })
  scrollTo(37)
  expect(onPosition).toHaveBeenLastCalledWith({ page: 37, count: COUNT })
})

test.each([
  { near: [1, 2], current: 1, drawn: [1, 2] },
  { near: [4, 5, 6, 7, 8, 9, 10], current: 7, drawn: [5, 6, 7, 8, 9] },
  { near: [1, 2, 3, 4, 5, 6, 7], current: 1, drawn: [1, 2, 3, 4, 5] },
])('draws $drawn of the pages $near near page $current', ({ near, current, drawn }) => {
  expect([...nearestPages(new Set(near), current)].toSorted((one, other) => one - other)).toEqual(drawn)
})
