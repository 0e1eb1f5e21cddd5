import { expect } from '@playwright/test'
import { OWNER } from './support/account.ts'
import { desktop, phone } from './support/devices.ts'
import { isPublished } from './support/owner-calls.ts'
import { removesResources, resourceField, resourceForm } from './support/owner-pages.ts'
import { test } from './support/story.ts'

/** A paper that the demo lacks, and whose text was never read. */
const PAPER = { id: 'bac-PC-2012-Rattrapage', path: '/sujets-bac/pc/2012-rattrapage' }
const HINT = 'Comparez deux concentrations.'
const TITLE = 'Examen blanc de mars'

test.use({ ...desktop.options, as: OWNER })

test('an owner adds a paper with its exercises, replaces it and deletes it, and its page follows', async ({
  person: owner,
  afterwards,
  request,
}) => {
  afterwards((helper) => helper('DELETE', `/api/admin/subjects/${PAPER.id}`))
  const field = (label: string) => owner.main.getByLabel(label, { exact: true })
  const uploads = async () => {
    await field('Filière').selectOption('PC')
    await field('Année').fill('2012')
    await field('Session').selectOption('Rattrapage')
    await field('Fichier (URL ou ID Google Drive)').fill(`demo-drive-pdf-${PAPER.id}`)
    await owner.button('Ajouter le sujet').click()
  }

  await test.step('a paper is added once, and replaced only when that is confirmed', async () => {
    await owner.opens('/sujets-bac/upload')
    await uploads()
    await owner.sees('Sujet du bac ajouté avec succès')
    await owner.expecting(/status of 409/, uploads)
    await owner.main.getByRole('button', { name: 'Remplacer' }).click()
    await owner.dialog.getByRole('button', { name: 'Remplacer' }).click()
    await owner.sees('Sujet du bac ajouté avec succès')
  })

  await test.step('its exercises are proposed from its text, corrected and saved', async () => {
    await owner.opens(`/admin/sujets/${PAPER.id}/exercices`)
    const reading = owner.button('Lire le PDF maintenant')
    const proposals = owner.button('Reprendre les propositions')
    await expect(reading.or(proposals)).toBeVisible()
    // A story that is repeated finds what it has read before.
    if (await reading.isVisible()) await reading.click()
    await proposals.click()
    await owner.sees('Total : 20 points.')
    const first = owner.main.getByRole('group', { name: 'Exercice 1' })
    await first.getByLabel('Titre').fill("Étude d'un acide")
    await first.getByLabel('Points').fill('4,1')
    await owner.button('Enregistrer').click()
    await expect(first.getByLabel('Points')).toBeFocused()
    await first.getByLabel('Points').fill('4')
    await first.getByText('Indices et réponse').click()
    await first.getByLabel('Indice 1').fill(HINT)
    await owner.button('Enregistrer').click()
    await owner.sees(/^Exercices enregistrés/)
  })

  await test.step('the page shows them, and their hints nowhere', async () => {
    await isPublished(request, PAPER.path, { html: expect.stringContaining('Étude d') })
    for (const path of [
      PAPER.path,
      '/recherche.json',
      '/recherche-enonces.json',
      `/api/subjects/${PAPER.id}`,
      '/api/exercises?track=PC',
    ])
      await isPublished(request, path, { status: 200, html: expect.not.stringContaining(HINT) })
  })

  await test.step('the search finds them by the words of the statement', async () => {
    const html = expect.stringContaining(`${PAPER.path}?exercice=1`)
    await isPublished(request, '/recherche-enonces.json', { html })
  })

  await test.step('a deleted paper is gone from its list and its page', async () => {
    await owner.opens('/sujets-bac')
    await owner.main.getByLabel('Rechercher').fill('pc 2012')
    const row = owner.rows.filter({ hasText: /PC.*2012.*Rattrapage/ })
    await row.getByRole('button', { name: 'Supprimer' }).click()
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await expect(row).toHaveCount(0)
    await isPublished(request, PAPER.path, { status: 404 })
  })
})

test('an owner adds, changes, imports and deletes resources', async ({ arrives, afterwards }) => {
  const owner = await arrives(phone.options, OWNER)
  afterwards(removesResources(TITLE))
  const search = owner.page.getByPlaceholder('Rechercher une ressource...')
  const row = owner.row(new RegExp(TITLE))

  await test.step('a resource whose file Drive does not know is saved with a warning', async () => {
    await owner.opens('/admin/ressources')
    await search.fill(TITLE)
    await owner.button('Ajouter').click()
    await resourceField(owner, 'Titre').fill(TITLE)
    await resourceField(owner, 'Filière').selectOption('PC')
    await resourceField(owner, 'Fichier (URL ou ID Google Drive)').fill('un-fichier-que-personne-ne-connait')
    await resourceField(owner, 'Titre').focus()
    await owner.sees('Attention : Introuvable, ou non partagé avec le compte de service')
    await resourceForm(owner).getByRole('button', { name: 'Ajouter la Ressource' }).click()
    await owner.sees('Ressource ajoutée avec succès')
  })

  await test.step('it is changed, and deleted after a question', async () => {
    await row.getByRole('button', { name: 'Modifier' }).click()
    await resourceField(owner, 'Année').fill('2019')
    await resourceForm(owner).getByRole('button', { name: 'Enregistrer les modifications' }).click()
    await expect(row).toContainText('2019')
    await row.getByRole('button', { name: `Supprimer ${TITLE}` }).click()
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await owner.sees('Ressource supprimée avec succès')
  })

  await test.step('a file with a faulty line is imported without it', async () => {
    const line = (chapter: string) => `SVT;ondes;${chapter};2091;Normale;exercise;pdf;${TITLE};coming-soon`
    const csv = ['track;theme;chapter;year;session;resourceType;type;title;file', line('1'), line('Inconnu')]
    const buffer = Buffer.from(csv.join('\r\n'))
    await owner.button('Importer').first().click()
    const file = { name: 'ressources.csv', mimeType: 'text/csv', buffer }
    await owner.page.getByLabel(/^Déposez un fichier CSV/).setInputFiles(file)
    await owner.sees(/^1 ligne à créer,.* 1 ligne refusée/)
    await owner.button('Importer 1 ligne').click()
    await owner.sees(/^1 ressource créée,/)
  })
})
