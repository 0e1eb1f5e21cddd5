import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const OWNER = 'proprietaire@demo.bac'
/** An id that the local Drive knows nothing of. */
const UNKNOWN_FILE = 'un-fichier-que-personne-ne-connait'
const FOLDER = 'demo-drive-dossier-ondes-sm'
const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let owner: Person

    test.beforeEach(async ({ browser }) => {
      owner = await Person.at(browser, options)
      await owner.signsIn(OWNER, 'demo1234')
      await expect(owner.button(OWNER)).toBeAttached()
      await owner.opens('/admin/ressources')
      await expect(owner.rows.first()).toBeVisible()
    })
    // The next one signs in with the same account.
    test.afterEach(async () => {
      await owner.signsOut(OWNER)
      await owner.leaves()
    })

    const form = () =>
      owner.page.locator('form').filter({ has: owner.page.getByLabel('Titre', { exact: true }) })
    const field = (label: string) => form().getByLabel(label, { exact: true })
    const searches = (words: string) => owner.page.getByPlaceholder('Rechercher une ressource...').fill(words)

    test('the owner adds, finds, changes and deletes a resource', async () => {
      test.setTimeout(120_000)
      const title = `Examen blanc ${device}`
      await expect(owner.page.getByRole('heading', { name: /^Ressources \(\d{4}\)$/ })).toBeVisible()
      await isAccessible(owner.page, `list and form ${device}`)
      await searches(title)
      await owner.sees(`0 ressource trouvée pour "${title}"`)
      await owner.sees('Aucune ressource ne correspond à la recherche.')
      await expect(owner.page).toHaveURL(/\?q=Examen/)

      await owner.button('Ajouter').first().click()
      await expect(owner.heading('Ajouter une Nouvelle Ressource')).toBeInViewport()
      await form().getByRole('button', { name: 'Ajouter la Ressource' }).click()
      await expect(field('Titre')).toBeFocused()
      await isAccessible(owner.page, `form with faults ${device}`)

      await field('Titre').fill(title)
      await field('Filière').selectOption('PC')
      await field('Thème').selectOption('Mécanique')
      await expect(field('Chapitre')).toHaveValue('Lois de Newton')
      await field('Chapitre').selectOption('Satellites')
      await field('Type de fichier').selectOption('Vidéo')
      await expect(field('Miniature (URL, facultative)')).toBeHidden()
      await field('Ressource gratuite').check()
      await expect(field('Miniature (URL, facultative)')).toBeVisible()
      await field('Fichier (URL ou ID Google Drive)').fill(UNKNOWN_FILE)
      await field('Titre').focus()
      await owner.sees('Attention : Introuvable, ou non partagé avec le compte de service')
      await isAccessible(owner.page, `form with a warning ${device}`)
      await form().getByRole('button', { name: 'Ajouter la Ressource' }).click()
      await owner.sees('Ressource ajoutée avec succès')
      await expect(field('Titre')).toHaveValue('')
      await expect(field('Filière')).toHaveValue('SM')

      await owner.sees(`1 ressource trouvée pour "${title}"`)
      const row = owner.row(new RegExp(title))
      await expect(row).toContainText('Satellites')
      await row.getByRole('button', { name: 'Modifier' }).click()
      await expect(owner.heading('Modifier la Ressource')).toBeFocused()
      await owner.sees('Vous êtes en train de modifier une ressource existante')
      await expect(field('Fichier (URL ou ID Google Drive)')).toHaveValue(UNKNOWN_FILE)
      await field('Année').fill('2019')
      await form().getByRole('button', { name: 'Enregistrer les modifications' }).click()
      await owner.sees('Ressource modifiée avec succès')
      await expect(row).toContainText('2019')
      await expect(row.getByRole('button', { name: 'Modifier' })).toBeFocused()

      await row.getByRole('button', { name: `Supprimer ${title}` }).click()
      await owner.sees('Êtes-vous sûr de vouloir supprimer cette ressource ?')
      await isAccessible(owner.page, `confirmation ${device}`)
      await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
      await owner.sees('Ressource supprimée avec succès')
      await owner.sees(`0 ressource trouvée pour "${title}"`)
    })

    test('what was typed survives a lost network', async () => {
      await field('Titre').fill('Un titre')
      await field('Fichier (URL ou ID Google Drive)').fill('coming-soon')
      await owner.expecting(/ERR_INTERNET_DISCONNECTED/, () => owner.context.setOffline(true))
      await form().getByRole('button', { name: 'Ajouter la Ressource' }).click()
      await owner.sees("Une erreur est survenue lors de l'enregistrement de la ressource")
      await owner.sees('Vous êtes hors ligne. Veuillez vérifier votre connexion internet.')
      await expect(field('Titre')).toHaveValue('Un titre')
      await owner.context.setOffline(false)
    })

    test('a file with faults is checked, imported, and harmless the second time', async () => {
      const kind = device === DEVICES[0].device ? 'exercise' : 'course'
      const line = (chapter: string, year: string) =>
        [
          'SVT',
          'ondes',
          chapter,
          year,
          'Normale',
          kind,
          'pdf',
          `Import ${device} ${year}`,
          'coming-soon',
        ].join(';')
      const csv = [HEADER, line('1', '1991'), line('Chapitre inconnu', '1992'), line('2', '1993')].join(
        '\r\n',
      )
      const file = { name: 'ressources.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }

      await owner.button('Importer').first().click()
      await expect(owner.heading('Importer des ressources')).toBeInViewport()
      await owner.page.getByLabel(/^Déposez un fichier CSV/).setInputFiles(file)
      await owner.sees('2 lignes à créer, 0 ligne à modifier, 0 ligne inchangée, 1 ligne refusée')
      await expect(owner.page.getByRole('list', { name: 'Lignes refusées' })).toHaveText(
        /^Ligne 3\s*Refusée\s*Chapitre : Ce chapitre n'existe pas$/,
      )
      await isAccessible(owner.page, `report ${device}`)
      await owner.page.reload()
      await expect(owner.heading('Rapport de la vérification')).toBeVisible()
      await owner.button('Importer 2 lignes').click()
      await owner.sees('2 ressources créées, 0 ressource modifiée, 0 ressource inchangée, 1 ligne refusée')

      await owner.button('Nouvel import').click()
      await owner.page.getByLabel(/^Déposez un fichier CSV/).setInputFiles(file)
      await owner.sees('0 ligne à créer, 0 ligne à modifier, 2 lignes inchangées, 1 ligne refusée')
      await searches(`Import ${device}`)
      await owner.sees(`2 ressources trouvées pour "Import ${device}"`)
    })

    test('a folder of Drive becomes lines by the names of its files', async () => {
      await owner.page.getByLabel('Importer depuis').selectOption('Un dossier Google Drive')
      await owner.page.getByLabel('Adresse du dossier Google Drive').fill(FOLDER)
      await isAccessible(owner.page, `folder ${device}`)
      await owner.button('Lire le dossier').click()
      await owner.sees(
        /^[\d\s]+ lignes? à créer, [\d\s]+ lignes? à modifier, [\d\s]+ lignes? inchangées?, aucune ligne refusée$/,
      )
      await owner.button('Afficher toutes les lignes (10)').click()
      await owner.sees('SM_Ondes_1_2015_N_enonce.pdf')
      await owner.button('Importer 10 lignes').click()
      await expect(owner.heading("Rapport de l'import")).toBeVisible()
    })

    test('the export is what the import reads', async () => {
      const coming = owner.page.waitForEvent('download')
      await owner.button('Exporter (CSV)').click()
      const download = await coming
      expect(download.suggestedFilename()).toMatch(/^ressources-\d{4}-\d\d-\d\d\.csv$/)
      const csv = await readFile(await download.path(), 'utf8')
      expect(csv).toMatch(/^\uFEFFid;track;theme;chapter;year;/)
      expect(csv.split('\r\n').length).toBeGreaterThan(1_200)

      await owner.page
        .getByLabel(/^Déposez un fichier CSV/)
        .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await expect(owner.heading('Rapport de la vérification')).toBeVisible({ timeout: 60_000 })
      await owner.sees(
        /^0 ligne à créer, 0 ligne à modifier, [\d\s]+ lignes inchangées, aucune ligne refusée$/,
      )
    })
  })
}
