import { expect } from '@playwright/test'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const PAPER = '/sujets-bac/pc/2027-rattrapage'

test.use({ as: OWNER })

test('public pages show a new paper, lose it with its deletion, and show the price in force', async ({
  person: owner,
  request,
}) => {
  const read = async (path: string) => {
    const answer = await request.get(path)
    return { status: answer.status(), html: await answer.text() }
  }
  const shows = async (path: string, expected: Record<string, unknown>, change: string) => {
    const start = performance.now()
    await expect.poll(() => read(path), { intervals: [500] }).toMatchObject(expected)
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    console.log(`${change}: ${seconds} s until ${path} showed it`)
  }
  const field = (label: string) => owner.main.getByLabel(label, { exact: true })

  expect(await read(PAPER)).toMatchObject({ status: 404 })
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
  await owner.opens('/admin/tableau-de-bord')
  await owner.sees(/^Dernière publication : .* fichiers? modifiés?\.$/)
})
