import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ImportPanel } from '../resources/import/import-panel.tsx'

export const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
export const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

export type Outcome = 'created' | 'updated' | 'unchanged' | 'refused'

/** Each test of the file starts as an owner without an import. */
export function startEachTestAsOwner(): void {
  beforeEach(() => becomes('owner-1'))
  afterEach(() => {
    sessionStorage.clear()
  })
}

export const becomes = (id: string) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ id, isAdmin: true, isOwner: true }),
  })

/** Returns the server's report about the lines of a request; line 1 is the header. */
export function report(outcomes: readonly Outcome[], nextLine: number | null = null) {
  const lines = outcomes.map((outcome, index) => ({
    line: index + 2,
    outcome,
    errors: outcome === 'refused' ? [{ path: 'chapter', message: "Ce chapitre n'existe pas" }] : [],
  }))
  return json({ lines, nextLine })
}

export const csvFile = (count: number) =>
  new File(
    [
      [
        HEADER,
        ...Array.from(
          { length: count },
          (_, at) => `${TRACK_CODES[0]};ondes;1;${1_000 + at};Normale;exercise;pdf;T;${FILE}`,
        ),
      ].join('\n'),
    ],
    'liste.csv',
    { type: 'text/csv' },
  )

export const showPanel = () => renderPage(<ImportPanel heading={createRef()} />)
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (name: string | RegExp) => userEvent.click(button(name))
export const choose = (file: File) => userEvent.upload(screen.getByLabelText(/^Déposez un fichier CSV/), file)
export const source = (name: string) =>
  userEvent.selectOptions(screen.getByLabelText('Importer depuis'), name)
export const heading = (name: string) => screen.findByRole('heading', { name })
export const refusedLines = () =>
  within(screen.getByRole('list', { name: 'Lignes refusées' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
