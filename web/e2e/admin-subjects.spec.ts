import { expect, test } from '@playwright/test'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const OWNER = 'proprietaire@demo.bac'
const FILE = 'un-fichier-pour-un-sujet-de-plus'

for (const { device, options } of DEVICES) {
  test(`${device} the owner uploads a subject, replaces it and deletes it`, async ({ browser }) => {
    test.setTimeout(120_000)
    const owner = await Person.at(browser, options)
    const field = (label: string) => owner.main.getByLabel(label, { exact: true })
    const upload = async () => {
      await field('Filière').selectOption('SVT')
      await field('Année').fill('2027')
      await field('Fichier (URL ou ID Google Drive)').fill(`https://drive.google.com/file/d/${FILE}/view`)
      await owner.button('Ajouter le sujet').click()
    }
    await owner.signsIn(OWNER, 'demo1234')
    await expect(owner.button(OWNER)).toBeAttached()
    await owner.opens('/sujets-bac')
    await owner.link('Téléverser un sujet').click()
    await expect(owner.heading('Téléverser un Sujet du Bac')).toBeVisible()
    await upload()
    await owner.sees('Sujet du bac ajouté avec succès')
    await expect(field('Année')).toHaveValue('')

    await owner.expecting(/status of 409/, upload)
    await owner.main.getByRole('button', { name: 'Remplacer' }).click()
    await owner.sees('Bac SVT 2027 - Session Normale', { within: owner.dialog })
    await isAccessible(owner.page, `replacement ${device}`)
    await owner.dialog.getByRole('button', { name: 'Remplacer' }).click()
    await owner.sees('Sujet du bac ajouté avec succès')

    await owner.opens('/sujets-bac')
    await isAccessible(owner.page, `management ${device}`)
    const row = owner.rows.filter({ hasText: '2027' })
    await row.getByRole('button', { name: 'Supprimer' }).click()
    await owner.sees('Êtes-vous sûr de vouloir supprimer ce sujet ?')
    await isAccessible(owner.page, `deletion ${device}`)
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await expect(row).toHaveCount(0)
    await expect(owner.page.getByRole('heading', { name: /^Gestion des sujets/ })).toBeFocused()

    await owner.signsOut(OWNER)
    await owner.leaves()
  })
}
