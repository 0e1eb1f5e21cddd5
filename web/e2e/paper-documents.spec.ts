import { expect } from '@playwright/test'
import { topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'
import { READER, Viewer } from './support/viewer.ts'

const OWNER = 'proprietaire@demo.bac'
const TITLE = 'Bac PC 2027 - Session Normale'
const files = {
  'Fichier (URL ou ID Google Drive)': 'demo-drive-pdf-le-sujet-de-2027',
  'Corrigé (facultatif)': 'demo-drive-pdf-le-corrige-de-2027',
  'Vidéo du corrigé (facultative)': 'demo-drive-video-du-corrige-2027',
}

const [phone] = DEVICES

test('a paper takes a correction and a video, between which Premium students switch', async ({
  person: owner,
  arrives,
  knows,
  afterwards,
}) => {
  afterwards((helper) => helper('DELETE', '/api/admin/subjects/bac-PC-2027-Normale'))
  await test.step('the owner uploads a paper with both', async () => {
    await owner.hasSignedInBefore(await knows(OWNER))
    await owner.opens('/sujets-bac/upload')
    await owner.main.getByLabel('Filière').selectOption('PC')
    await owner.main.getByLabel('Année').fill('2027')
    for (const [label, file] of Object.entries(files)) await owner.main.getByLabel(label).fill(file)
    await owner.button('Ajouter le sujet').click()
    await owner.sees('Sujet du bac ajouté avec succès')
    await owner.opens('/sujets-bac')
    await expect(owner.rows.filter({ hasText: '2027' })).toContainText('Sujet, Corrigé, Vidéo')
  })

  await test.step('a Premium student on a phone switches, and finds the statement where they left it', async () => {
    const student = await arrives(phone.options)
    const viewer = new Viewer(student)
    const pageField = viewer.dialog.getByRole('textbox', { name: 'Page, sur 3' })
    const part = (name: string) => viewer.dialog.getByRole('button', { name, exact: true })
    const pictures = viewer.dialog.locator('[inert] canvas')
    await student.hasSignedInBefore(await knows(READER))
    await student.opens('/sujets-bac/pc')
    await student.row('2027').getByRole('button', { name: 'Voir' }).click()
    await expect(viewer.pictures.first()).toBeVisible()
    await pageField.fill('3')
    await pageField.press('Enter')
    await expect(pageField).toHaveValue('3')
    await expect.poll(async () => (await topOf(part('Vidéo'))) - (await topOf(part('Sujet')))).toBe(0)

    await part('Corrigé').click()
    await expect(viewer.dialog.getByRole('heading', { name: `${TITLE} - Corrigé` })).toBeVisible()
    await expect(pageField).toHaveValue('1')
    await expect(pictures.first()).toBeHidden()
    await student.page.keyboard.press('3')
    await expect(viewer.dialog.locator('video')).toBeVisible()
    await part('Sujet').click()
    await expect(viewer.dialog.getByRole('heading', { name: TITLE, exact: true })).toBeVisible()
    await expect(pageField).toHaveValue('3')
  })

  await test.step('a visitor opens a free statement, and is asked for Premium for its correction', async () => {
    const visitor = await arrives()
    const viewer = new Viewer(visitor)
    await visitor.opens('/sujets-bac/pc')
    await visitor.row('2023').getByRole('button', { name: 'Voir' }).click()
    await expect(viewer.pictures.first()).toBeVisible()
    await viewer.tool('Corrigé').click()
    await visitor.sees('Ce document est réservé aux comptes Premium.', { within: viewer.dialog })
    await viewer.dialog.getByRole('link', { name: 'Passer en Premium' }).click()
    await expect(visitor.page).toHaveURL('/premium')
    await expect(viewer.dialog).toBeHidden()
  })

  await test.step('the owner takes the paper away', async () => {
    await owner.rows.filter({ hasText: '2027' }).getByRole('button', { name: 'Supprimer' }).click()
    await owner.dialog.getByRole('button', { name: 'Supprimer' }).click()
    await expect(owner.rows.filter({ hasText: '2027' })).toHaveCount(0)
  })
})
