import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { isPublished } from './support/published.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
const FILE = 'un-fichier-pour-un-sujet-de-plus'
const PAPER = '/sujets-bac/svt/2027-normale'

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use({ ...phone.options, as: OWNER })

  test('the owner uploads a subject, replaces it and deletes it, and public pages show and lose it', async ({
    person: owner,
    afterwards,
    request,
  }) => {
    afterwards((helper) => helper('DELETE', '/api/admin/subjects/bac-SVT-2027-Normale'))
    const field = (label: string) => owner.main.getByLabel(label, { exact: true })
    const upload = async () => {
      await field('Filière').selectOption('SVT')
      await field('Année').fill('2027')
      await field('Fichier (URL ou ID Google Drive)').fill(`https://drive.google.com/file/d/${FILE}/view`)
      await owner.button('Ajouter le sujet').click()
    }
    await isPublished(request, PAPER, { status: 404 })
    await owner.opens('/sujets-bac')
    await owner.link('Téléverser un sujet').click()
    await expect(owner.heading('Téléverser un Sujet du Bac')).toBeVisible()
    await upload()
    await owner.sees('Sujet du bac ajouté avec succès')
    await expect(field('Année')).toHaveValue('')
    await isPublished(request, '/sujets-bac/svt', { html: expect.stringContaining(PAPER) })
    await isPublished(request, PAPER, { status: 200 })

    await owner.expecting(/status of 409/, upload)
    await owner.main.getByRole('button', { name: 'Remplacer' }).click()
    await owner.sees('Bac SVT 2027 - Session Normale', { within: owner.dialog })
    await checkAccessibility(owner.page, 'replacement')
    await owner.dialog.getByRole('button', { name: 'Remplacer' }).click()
    await owner.sees('Sujet du bac ajouté avec succès')

    await owner.opens('/sujets-bac')
    const row = owner.rows.filter({ hasText: '2027' })
    await row.getByRole('button', { name: 'Supprimer' }).click()
    await owner.sees('Êtes-vous sûr de vouloir supprimer ce sujet ?')
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await expect(row).toHaveCount(0)
    await expect(owner.page.getByRole('heading', { name: /^Gestion des sujets/ })).toBeFocused()
    await isPublished(request, PAPER, { status: 404 })
    await isPublished(request, '/sujets-bac/svt', { html: expect.not.stringContaining(PAPER) })
  })
})
