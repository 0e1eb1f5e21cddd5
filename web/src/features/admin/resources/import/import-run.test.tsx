import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { networkAnswers, problem } from '#web/test/answers.ts'
import {
  becomes,
  choose,
  csvFile,
  heading,
  type Outcome,
  press,
  refusedLines,
  report,
  showPanel,
  startEachTestAsOwner,
} from '../../test-support/imports.tsx'

startEachTestAsOwner()

let returning: NodeJS.Timeout | undefined
afterEach(() => clearInterval(returning))

/** Ends every wait for the network at once. */
function networkKeepsReturning() {
  returning = setInterval(() => window.dispatchEvent(new Event('online')), 10)
}

describe('the import', () => {
  test('sends the lines that passed the check and reports their outcome', async () => {
    const sent = networkAnswers(report(['created', 'refused', 'updated']), report(['created', 'updated']))
    showPanel()
    await choose(csvFile(3))
    await heading('Rapport de la vérification')
    await press('Importer 2 lignes')
    expect(await heading("Rapport de l'import")).toHaveFocus()
    expect(
      screen.getByText('1 ressource créée, 1 ressource modifiée, 0 ressource inchangée, 1 ligne refusée'),
    ).toBeVisible()
    expect(refusedLines()).toEqual(["Ligne 3RefuséeChapitre : Ce chapitre n'existe pas"])
    expect(sent[1]?.address).toBe('/api/admin/resources/import?dryRun=false')
    expect(
      String(sent[1]?.body)
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[3]),
    ).toEqual(['1000', '1002'])
    expect(sessionStorage).toHaveLength(0)
    await press('Nouvel import')
    expect(await heading('Choisir les ressources')).toBeVisible()
  })

  test('sends 200 lines at a time, and continues where the server stopped', async () => {
    const many = (count: number): Outcome[] => Array.from({ length: count }, () => 'created')
    const sent = networkAnswers(report(many(200)), report(many(50), 52), report(many(200)))
    showPanel()
    await choose(csvFile(450))
    expect(await screen.findByText(/^450 lignes à créer/)).toBeVisible()
    const parts = sent.map(({ body }) =>
      String(body)
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(';')[3])),
    )
    expect(parts.map((years) => [years[0], years.at(-1)])).toEqual([
      [1_000, 1_199],
      [1_200, 1_399],
      [1_250, 1_449],
    ])
  })

  test('sends fewer lines at a time when they are long, and none that no request should carry', async () => {
    const many = (count: number): Outcome[] => Array.from({ length: count }, () => 'created')
    const sent = networkAnswers(report(many(26)), report(many(14)))
    showPanel()
    const quotes = (count: number) => `"${'""'.repeat(count)}"`
    const rows = Array.from(
      { length: 40 },
      (_, index) => `SM;ondes;1;${2000 + index};Normale;exercise;pdf;${quotes(10_000)};x`,
    )
    const header = 'track;theme;chapter;year;session;resourceType;type;title;file'
    const long = `SM;ondes;1;2090;Normale;exercise;pdf;${quotes(20_001)};x`
    await choose(new File([[header, ...rows, long].join('\n')], 'liste.csv'))
    await heading('Rapport de la vérification')
    expect(sent).toHaveLength(2)
    for (const { body } of sent) expect(JSON.stringify(body).length).toBeLessThan(1.1 * 1024 * 1024)
    expect(refusedLines()).toEqual(['Ligne 42RefuséeCette ligne est trop longue'])
  })

  test('says that it was interrupted and resumes at the line it had reached', async () => {
    const created: Outcome[] = Array.from({ length: 200 }, () => 'created')
    const sent = networkAnswers(report(created), problem('OWNER_REQUIRED'), report(created.slice(0, 50)))
    showPanel()
    await choose(csvFile(250))
    expect(await heading('Import interrompu')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('200 lignes traitées sur 250.')
    await press('Reprendre')
    expect(await screen.findByText(/^250 lignes à créer/)).toBeVisible()
    expect(String(sent[2]?.body)).toContain(';1200;')
  })

  test('survives a reload of the tab, for the same owner only', async () => {
    const created: Outcome[] = Array.from({ length: 200 }, () => 'created')
    const sent = networkAnswers(report(created), problem('OWNER_REQUIRED'), report(['created']))
    const { unmount } = showPanel()
    await choose(csvFile(201))
    await heading('Import interrompu')
    unmount()

    becomes('owner-2')
    const other = showPanel()
    expect(await heading('Choisir les ressources')).toBeVisible()
    other.unmount()

    becomes('owner-1')
    showPanel()
    expect(screen.getByRole('alert')).toHaveTextContent("L'import a été interrompu.")
    await press('Reprendre')
    expect(await screen.findByText(/^201 lignes à créer/)).toBeVisible()
    expect(sent).toHaveLength(3)
    expect(String(sent[2]?.body)).toContain(';1200;')
  })

  test('stops when the server makes no progress', async () => {
    networkKeepsReturning()
    const sent = networkAnswers(report([], 2))
    showPanel()
    await choose(csvFile(1))
    expect(await heading('Import interrompu')).toBeVisible()
    expect(sent).toHaveLength(3)
  })
})
