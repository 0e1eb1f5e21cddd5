import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import {
  choose,
  csvFile,
  HEADER,
  heading,
  press,
  refusedLines,
  report,
  showPanel,
  startEachTestAsOwner,
} from '../../test-support/imports.tsx'

startEachTestAsOwner()

describe('the check of a file', () => {
  test('sums up the outcomes and lists the faulty lines only', async () => {
    const sent = networkAnswers(report(['created', 'refused', 'updated', 'unchanged']))
    showPanel()
    await choose(csvFile(4))
    expect(await heading('Rapport de la vérification')).toHaveFocus()
    expect(
      screen.getByText('1 ligne à créer, 1 ligne à modifier, 1 ligne inchangée, 1 ligne refusée'),
    ).toBeVisible()
    expect(refusedLines()).toEqual(["Ligne 3RefuséeChapitre : Ce chapitre n'existe pas"])
    expect(sent[0]).toMatchObject({ method: 'POST', address: '/api/admin/resources/import?dryRun=true' })
    expect(String(sent[0]?.body).split('\r\n')[0]).toBe(HEADER)
    await press('Afficher toutes les lignes (4)')
    expect(
      within(screen.getByRole('list', { name: 'Toutes les lignes' })).getAllByRole('listitem'),
    ).toHaveLength(4)
  })

  test('says why a file is no list of resources', async () => {
    const errors = [{ path: '', message: 'Colonnes manquantes : track, theme' }]
    const sent = networkAnswers(problem('INVALID_REQUEST', { errors }))
    showPanel()
    await choose(new File(['a;b\n1;2'], 'autre.csv', { type: 'text/csv' }))
    expect(await heading('Import impossible')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('Colonnes manquantes : track, theme')
    expect(screen.queryByRole('button', { name: 'Reprendre' })).not.toBeInTheDocument()
    expect(sent).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })

  test('names duplicate resources by the lines of the file', async () => {
    const [header = '', first = '', ...others] = (await csvFile(250).text()).split('\n')
    const sent = networkAnswers(
      report(Array.from({ length: 200 }, () => 'created')),
      json({
        lines: [
          { line: 4, outcome: 'refused', errors: [{ path: '', message: 'Même ressource que la ligne 3' }] },
        ],
        nextLine: null,
      }),
    )
    showPanel()
    await choose(
      new File(
        [[header, first, ...others, first.replace(';1;', ';Ondes mécaniques progressives;')].join('\n')],
        'x.csv',
      ),
    )
    await heading('Rapport de la vérification')
    expect(refusedLines()).toEqual([
      'Ligne 204RefuséeMême ressource que la ligne 203',
      'Ligne 252RefuséeMême ressource que la ligne 2',
    ])
    expect(sent).toHaveLength(2)
  })
})
