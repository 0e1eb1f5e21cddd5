import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { FolderFile } from '#shared/contract/admin/documents.ts'
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import {
  button,
  choose,
  FILE,
  press,
  refusedLines,
  report,
  showPanel,
  source,
  startEachTestAsOwner,
} from '../../test-support/imports.tsx'

startEachTestAsOwner()

describe('a folder of Drive', () => {
  const read = async () => {
    await source('Un dossier Google Drive')
    await userEvent.type(screen.getByLabelText('Adresse du dossier Google Drive'), 'dossier')
    await press('Lire le dossier')
  }

  test('is read page by page, and its file names become lines', async () => {
    const named = (name: string, unusable: FolderFile['unusable'] = null) => ({
      file: FILE,
      name,
      size: 1,
      unusable,
    })
    const sent = networkAnswers(
      json({ items: [named('SM_Ondes_1_2019_N_enonce.pdf')], nextCursor: 'p2' }),
      json({
        items: [
          named('image.jpg'),
          named('SM_Ondes_1_2018_N_enonce.pdf', 'shortcut'),
          named('SM_Ondes_1_2017_N_enonce', 'google-document'),
        ],
        nextCursor: null,
      }),
      report(['created']),
    )
    showPanel()
    await read()
    expect(
      await screen.findByText('1 ligne à créer, 0 ligne à modifier, 0 ligne inchangée, 3 lignes refusées'),
    ).toBeVisible()
    expect(refusedLines()).toEqual([
      'image.jpgRefuséeNom de fichier non reconnu',
      'SM_Ondes_1_2018_N_enonce.pdfRefuséeRaccourci : placez le fichier lui-même dans le dossier',
      'SM_Ondes_1_2017_N_enonceRefuséeDocument Google : téléchargez-le en PDF et placez ce PDF dans le dossier',
    ])
    expect(String(sent[2]?.body)).not.toMatch(/201[78]/)
    expect(sent.slice(0, 2).map(({ address }) => address)).toEqual([
      '/api/admin/documents/folder?folder=dossier',
      '/api/admin/documents/folder?folder=dossier&cursor=p2',
    ])
    expect(button('Importer 1 ligne')).toBeVisible()
  })

  test.each([
    [problem('DOCUMENT_UNAVAILABLE', { detail: "Ce dossier n'existe pas." }), "Ce dossier n'existe pas."],
    [
      problem('INVALID_REQUEST', { errors: [{ path: 'folder', message: 'ID Google Drive invalide' }] }),
      'ID Google Drive invalide',
    ],
    [noNetwork, 'Vérifiez votre connexion Internet et réessayez.'],
    [json({ items: [], nextCursor: null }), /^Ce dossier ne contient aucun fichier/],
  ])('says why it brought no lines', async (answer, text) => {
    networkAnswers(answer)
    showPanel()
    await read()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})

describe('a CSV file of subjects', () => {
  const file = (...rows: string[]) =>
    new File([['track;year;session;file;correction', ...rows].join('\n')], 'sujets.csv', { type: 'text/csv' })

  test('is checked and imported like one of resources, in its own words', async () => {
    const errors = [{ path: 'correction', message: 'ID Google Drive invalide' }]
    const sent = networkAnswers(
      json({
        lines: [
          { line: 2, outcome: 'created', errors: [] },
          { line: 3, outcome: 'refused', errors },
        ],
        nextLine: null,
      }),
      report(['created']),
    )
    showPanel()
    await source('Un fichier CSV de sujets du bac')
    await choose(
      file(`SM;2024;Normale;${FILE};`, `SM;2024;Rattrapage;${FILE};x`, `SM;2024;Normale;${FILE};${FILE}`),
    )
    expect(await screen.findByText(/^1 ligne à créer/)).toBeVisible()
    expect(refusedLines()).toEqual([
      'Ligne 3RefuséeCorrigé : ID Google Drive invalide',
      'Ligne 4RefuséeMême sujet que la ligne 2',
    ])
    await press('Importer 1 ligne')
    expect(await screen.findByText(/^1 sujet créé, 0 sujet modifié/)).toBeVisible()
    expect(sent.slice(0, 2).map(({ address }) => address)).toEqual([
      '/api/admin/subjects/import?dryRun=true',
      '/api/admin/subjects/import?dryRun=false',
    ])
  })
})
