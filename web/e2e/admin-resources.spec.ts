import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { removesResources, resourceField, resourceForm } from './support/resource-form.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
/** An id that the local Drive does not have. */
const UNKNOWN_FILE = 'un-fichier-que-personne-ne-connait'
const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

const searches = (owner: Person, words: string) =>
  owner.page.getByPlaceholder('Rechercher une ressource...').fill(words)

test.use({ as: OWNER })
test.beforeEach(async ({ person: owner }) => {
  await owner.opens('/admin/ressources')
  await expect(owner.rows.first()).toBeVisible()
})

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('the owner adds, finds, changes and deletes a resource', async ({ person: owner, afterwards }) => {
    const title = 'Examen blanc'
    afterwards(removesResources(title))
    await expect(owner.page.getByRole('heading', { name: /^Ressources \(\d{4}\)$/ })).toBeVisible()
    // On a phone a row is a card of few lines.
    await expect.poll(() => heightOf(owner.rows.first())).toBeLessThan(200)
    await searches(owner, title)
    await owner.sees(`0 ressource trouvée pour « ${title} »`)
    await owner.sees('Aucune ressource ne correspond à la recherche.')
    await expect(owner.page).toHaveURL(/\?q=Examen/)

    await owner.button('Ajouter').click()
    await expect(owner.heading('Ajouter une Nouvelle Ressource')).toBeInViewport()
    await expect(resourceField(owner, 'Titre')).toBeFocused()
    await resourceForm(owner).getByRole('button', { name: 'Ajouter la Ressource' }).click()
    await expect(resourceField(owner, 'Titre')).toBeFocused()

    await resourceField(owner, 'Titre').fill(title)
    await resourceField(owner, 'Filière').selectOption('PC')
    await resourceField(owner, 'Thème').selectOption('Mécanique')
    await expect(resourceField(owner, 'Chapitre')).toHaveValue('Lois de Newton')
    await resourceField(owner, 'Chapitre').selectOption('Satellites')
    await resourceField(owner, 'Type de fichier').selectOption('Vidéo')
    await expect(resourceField(owner, 'Miniature (URL, facultative)')).toBeHidden()
    await resourceField(owner, 'Ressource gratuite').check()
    await expect(resourceField(owner, 'Miniature (URL, facultative)')).toBeVisible()
    await resourceField(owner, 'Fichier (URL ou ID Google Drive)').fill(UNKNOWN_FILE)
    await resourceField(owner, 'Titre').focus()
    await owner.sees('Attention : Introuvable, ou non partagé avec le compte de service')
    await checkAccessibility(owner.page, 'form with a warning')
    await resourceForm(owner).getByRole('button', { name: 'Ajouter la Ressource' }).click()
    await owner.sees('Ressource ajoutée avec succès')
    await expect(owner.dialog).toBeHidden()
    await expect(owner.button('Ajouter')).toBeFocused()

    await owner.sees(`1 ressource trouvée pour « ${title} »`)
    const row = owner.row(new RegExp(title))
    await expect(row).toContainText('Satellites')
    await row.getByRole('button', { name: 'Modifier' }).click()
    await expect(owner.heading('Modifier la Ressource')).toBeInViewport()
    await owner.sees('Vous êtes en train de modifier une ressource existante')
    await expect(resourceField(owner, 'Fichier (URL ou ID Google Drive)')).toHaveValue(UNKNOWN_FILE)
    await resourceField(owner, 'Année').fill('1999')
    await resourceForm(owner).getByRole('button', { name: 'Enregistrer les modifications' }).click()
    await owner.sees("L'année doit être comprise entre 2008 et 2100")
    await resourceField(owner, 'Année').fill('2019')
    await resourceForm(owner).getByRole('button', { name: 'Enregistrer les modifications' }).click()
    await owner.sees('Ressource modifiée avec succès')
    await expect(row).toContainText('2019')
    await expect(row.getByRole('button', { name: 'Modifier' })).toBeFocused()

    await row.getByRole('button', { name: `Supprimer ${title}` }).click()
    await owner.sees('Êtes-vous sûr de vouloir supprimer cette ressource ?')
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await owner.sees('Ressource supprimée avec succès')
    await owner.sees(`0 ressource trouvée pour « ${title} »`)
  })
})

test.describe(desktop.device, () => {
  test.use(desktop.options)

  test('a file with faulty lines is checked, imported, and changes nothing the second time', async ({
    person: owner,
    afterwards,
  }) => {
    afterwards(removesResources('Import en masse'))
    const line = (chapter: string, year: string) =>
      [
        'SVT',
        'ondes',
        chapter,
        year,
        'Normale',
        'exercise',
        'pdf',
        `Import en masse ${year}`,
        'coming-soon',
      ].join(';')
    const csv = [HEADER, line('1', '2091'), line('Chapitre inconnu', '2092'), line('2', '2093')].join('\r\n')
    const file = { name: 'ressources.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }

    await owner.button('Importer').first().click()
    await expect(owner.heading('Importer des ressources')).toBeInViewport()
    await owner.page.getByLabel(/^Déposez un fichier CSV/).setInputFiles(file)
    await owner.sees('2 lignes à créer, 0 ligne à modifier, 0 ligne inchangée, 1 ligne refusée')
    await expect(owner.page.getByRole('list', { name: 'Lignes refusées' })).toHaveText(
      /^Ligne 3\s*Refusée\s*Chapitre : Ce chapitre n'existe pas$/,
    )
    await checkAccessibility(owner.page, 'report')
    await owner.page.reload()
    await expect(owner.heading('Rapport de la vérification')).toBeVisible()
    await owner.button('Importer 2 lignes').click()
    await owner.sees('2 ressources créées, 0 ressource modifiée, 0 ressource inchangée, 1 ligne refusée')

    await owner.button('Nouvel import').click()
    await owner.page.getByLabel(/^Déposez un fichier CSV/).setInputFiles(file)
    await owner.sees('0 ligne à créer, 0 ligne à modifier, 2 lignes inchangées, 1 ligne refusée')
    await searches(owner, 'Import en masse')
    await owner.sees('2 ressources trouvées pour « Import en masse »')
  })
})
