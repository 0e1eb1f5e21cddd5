import { act, screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PdfFile } from '#web/lib/documents/pdf-file.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { nearestPages, PdfView } from './pdf-view.tsx'

const COUNT = 60

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

/** Returns a document whose pages are drawn at once. */
function aDocument(): PdfFile {
  return {
    count: COUNT,
    firstPage: { width: 595, height: 842 },
    async draw(number) {
      const text = document.createElement('div')
      text.textContent = `Texte de la page ${number}`
      const canvas = document.createElement('canvas')
      const lines = { elements: [text], texts: [text.textContent] }
      return { size: { width: 595, height: 842 }, canvas, text, lines, free: () => true }
    },
    picture: async () => 'data:,',
    copyCode: async () => null,
    thumbnail: async () => document.createElement('canvas'),
    text: async () => [],
    outline: async () => [],
  }
}

function show(pdf: PdfFile) {
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
      onPosition={nothing}
      onShown={nothing}
      onPrint={nothing}
    />,
  )
}

const pictures = () => document.querySelectorAll('canvas').length
const page = (number: number) => screen.getByRole('group', { name: `Page ${number} sur ${COUNT}` })

test('draws picture, text and watermark only for pages near the window', async () => {
  show(aDocument())
  expect(screen.getAllByRole('group')).toHaveLength(COUNT)
  expect(pictures()).toBe(0)
  bringNear(1, 2)
  expect(await within(page(2)).findByText('Texte de la page 2')).toBeInTheDocument()
  expect(within(page(1)).getAllByText('eleve@exemple.invalid')[0]).toBeInTheDocument()
  expect(within(page(3)).queryByText('eleve@exemple.invalid')).not.toBeInTheDocument()
})

test.each([
  { near: [1, 2], current: 1, drawn: [1, 2] },
  { near: [4, 5, 6, 7, 8, 9, 10], current: 7, drawn: [5, 6, 7, 8, 9] },
  { near: [1, 2, 3, 4, 5, 6, 7], current: 1, drawn: [1, 2, 3, 4, 5] },
])('draws $drawn of the pages $near near page $current', ({ near, current, drawn }) => {
  expect([...nearestPages(new Set(near), current)].toSorted((one, other) => one - other)).toEqual(drawn)
})
