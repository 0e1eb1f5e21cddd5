import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { byYear } from './subject-rows.ts'
import { SubjectTable } from './subject-table.tsx'

const subject = (year: string, session: 'Normale' | 'Rattrapage', hasFile = true): SubjectItem =>
  createSample(SubjectItem, {
    id: `bac-SM-${year}-${session}`,
    year,
    session,
    hasFile,
    size: null,
    pages: null,
  })
const items = [subject('2024', 'Normale'), subject('2023', 'Normale', false), subject('2023', 'Rattrapage')]

const show = (access: Access) =>
  renderPage(<SubjectTable caption="Sujets Science Math" rows={byYear(items)} access={access} />)
const row = (year: number) => screen.getByRole('row', { name: new RegExp(`^${year}`) })

describe('the rows', () => {
  test('go from 2025 down to 2008', () => {
    const years = byYear(items).map(({ year }) => year)
    expect(years).toHaveLength(18)
    expect([years[0], years.at(-1)]).toEqual(['2025', '2008'])
  })

  test('begin with the newest stored year when it is later', () => {
    expect(byYear([subject('2027', 'Normale')])[0]).toMatchObject({
      year: '2027',
      subjects: { Normale: { id: 'bac-SM-2027-Normale' }, Rattrapage: null },
    })
  })
})

describe('a cell', () => {
  test.each<Access>(['visitor', 'free', 'premium', 'checking'])(
    'without a subject says so to %s',
    (access) => {
      show(access)
      expect(within(row(2025)).getAllByText('Non disponible')).toHaveLength(2)
      expect(within(row(2024)).getByText('Non disponible')).toBeVisible()
    },
  )

  test.each<Access>(['visitor', 'free'])('offers Premium to %s and nothing else', (access) => {
    show(access)
    const links = within(row(2023)).getAllByRole('link', { name: 'Passer en Premium' })
    expect(links).toHaveLength(2)
    expect(links[0]).toHaveAttribute('href', '/premium')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('opens the viewer with its title for premium', async () => {
    const { openDocument } = show('premium')
    await userEvent.click(within(row(2024)).getByRole('button', { name: 'Voir' }))
    expect(openDocument).toHaveBeenCalledWith({
      id: 'bac-SM-2024-Normale',
      title: 'Bac SM 2024 - Session Normale',
      type: 'pdf',
      available: true,
    })
  })

  test('tells premium that a subject without a file will come', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
    const { openDocument } = show('premium')
    await userEvent.click(within(row(2023)).getAllByRole('button', { name: 'Voir' })[0] as HTMLElement)
    expect(alert).toHaveBeenCalledWith(
      "Ce document n'est pas encore disponible. Il sera ajouté prochainement.",
    )
    expect(openDocument).not.toHaveBeenCalled()
  })

  test('offers the download only when there is a file', () => {
    show('premium')
    expect(within(row(2023)).getAllByRole('button', { name: 'Voir' })).toHaveLength(2)
    expect(within(row(2023)).getAllByRole('button', { name: 'Télécharger' })).toHaveLength(1)
  })

  test('tells the weight of a paper before it is opened', () => {
    renderPage(
      <SubjectTable
        caption="Sujets Science Math"
        rows={byYear([{ ...subject('2024', 'Normale'), size: 1_234_567, pages: 6 }])}
        access="premium"
      />,
    )
    expect(within(row(2024)).getByText('1,2 Mo · 6 p.')).toBeVisible()
  })

  test('offers nothing while the session is being checked', () => {
    show('checking')
    expect(within(row(2023)).queryByRole('link')).not.toBeInTheDocument()
    expect(within(row(2023)).queryByRole('button')).not.toBeInTheDocument()
  })
})
