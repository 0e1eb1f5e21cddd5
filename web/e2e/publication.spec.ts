import { expect } from '@playwright/test'
import { isPublished } from './support/published.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const PAPER = '/sujets-bac/pc/2027-rattrapage'

test.use({ as: OWNER })

test('public pages show a new paper, lose it with its deletion, and show the price in force', async ({
  person: owner,
  afterwards,
  request,
}) => {
  afterwards((helper) => helper('DELETE', '/api/admin/subjects/bac-PC-2027-Rattrapage'))
  // The story needs four publications, each of all pages.
  test.slow()
  const shows = async (path: string, expected: Parameters<typeof isPublished>[2], change: string) => {
    const start = performance.now()
    await isPublished(request, path, expected)
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    console.log(`${change}: ${seconds} s until ${path} showed it`)
  }
  const field = (label: string) => owner.main.getByLabel(label, { exact: true })

  await isPublished(request, PAPER, { status: 404 })
  await owner.opens('/sujets-bac/upload')
  await field('Filière').selectOption('PC')
  await field('Année').fill('2027')
  await field('Session').selectOption('Rattrapage')
  await field('Fichier (URL ou ID Google Drive)').fill(`https://drive.google.com/file/d/${FILE}/view`)
  await owner.button('Ajouter le sujet').click()
  await owner.sees('Sujet du bac ajouté avec succès')
  await shows('/sujets-bac/pc', { html: expect.stringContaining(PAPER) }, 'added')
  await shows(PAPER, { status: 200 }, 'added')

  await owner.opens('/sujets-bac')
  await owner.rows.filter({ hasText: '2027' }).getByRole('button', { name: 'Supprimer' }).click()
  await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
  await shows(PAPER, { status: 404 }, 'deleted')
  await shows('/sujets-bac/pc', { html: expect.not.stringContaining(PAPER) }, 'deleted')

  const changesPrice = async (price: string) => {
    await owner.opens('/admin/parametres')
    await field('Prix (DH)').fill(price)
    await owner.button('Enregistrer').click()
    await owner.sees('Paramètres enregistrés')
  }
  await changesPrice('321')
  await shows('/premium', { html: expect.stringMatching(/321(?:<!-- -->)? DH/) }, 'price')
  await changesPrice('250')
  await shows('/premium', { html: expect.stringMatching(/250(?:<!-- -->)? DH/) }, 'price')
  await owner.opens('/admin/tableau-de-bord')
  await owner.sees(/^Dernière publication : .* fichiers? modifiés?\.$/)
})
