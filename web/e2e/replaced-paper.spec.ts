import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect } from '@playwright/test'
import { isPublished } from './support/owner-calls.ts'
import { driveFolderFor } from './support/products.ts'
import { test } from './support/story.ts'
import { DocumentServer, Viewer } from './support/viewer.ts'

/** A paper that the demo lacks, with the file of another one at first. */
const PAPER = { track: 'PC', year: '2025', session: 'Rattrapage', correction: null, video: null }
const ID = 'bac-PC-2025-Rattrapage'
const PATH = '/sujets-bac/pc/2025-rattrapage'
const FIRST_FILE = `demo-drive-pdf-${ID}`
/** The owner's own files in Drive, PDFs of three pages. */
const OWN_FILES = ['sujet-de-rattrapage-du-professeur', 'sujet-de-rattrapage-avec-son-bareme'] as const
const PAGES = 3

test.use({ serviceWorkers: 'allow' })

/** Draws a paper with words on some of its pages. */
async function draws(words: Readonly<Record<number, string>>): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= PAGES; number += 1)
    document.addPage().drawText(`Page ${number} ${words[number] ?? ''}`, { x: 60, y: 700, size: 24, font })
  return document.save()
}

test('a paper opens by itself once it is prepared, and its pages follow the file in Drive, kept ones too', async ({
  person,
  premiumStudent,
  ownerActs,
  afterwards,
  request,
}, { parallelIndex }) => {
  const viewer = new Viewer(person, PAGES)
  const [ownFile, otherFile] = OWN_FILES
  const pathOf = (file: string) => join(driveFolderFor(parallelIndex), `${file}.pdf`)
  const saves = (file: string) =>
    ownerActs(
      async (owner) => void (await owner('POST', '/api/admin/subjects?replace=true', { ...PAPER, file })),
    )
  const version = async (): Promise<string> => {
    const answer = await person.calls(`/api/files/${ID}?uncounted=true`, await person.credentials())
    return answer.ok() ? (await answer.json()).version : 'in preparation'
  }
  /** Saves a link to a file, whose content is new, and waits until readers get it. */
  const replaces = async (file: string, pdf: Uint8Array) => {
    const before = await version()
    await writeFile(pathOf(file), pdf)
    await saves(file)
    await expect.poll(version, { intervals: [2_000] }).not.toMatch(new RegExp(`${before}|in preparation`))
  }
  afterwards((owner) => owner('DELETE', `/api/admin/subjects/${ID}`))
  afterwards(() => Promise.all(OWN_FILES.map((file) => rm(pathOf(file), { force: true }))))
  const unique = String(Date.now())
  const server = await DocumentServer.for(person.page)

  await test.step('its file has another link, is in preparation at the tap, and opens by itself', async () => {
    await saves(FIRST_FILE)
    await isPublished(request, PATH, { status: 200 })
    await person.hasSignedInBefore(premiumStudent)
    await person.opens(PATH)
    await expect(person.button('Voir le sujet')).toBeEnabled()
    await writeFile(pathOf(ownFile), await draws({ 1: unique }))
    await saves(ownFile)
    await person.button('Voir le sujet').click()
    await person.sees(/^Ce document est en préparation/, { within: person.dialog })
    await expect(viewer.picture(1)).toBeVisible()
  })

  await test.step('replaced in Drive under the same link, it is shown anew to its reader', async () => {
    await replaces(ownFile, await draws({ 1: unique, 2: 'Version corrigée' }))
    person.announces(/status of 403/)
    server.lets('refused address', 1)
    for (let zoom = 1; zoom < 4; zoom += 1) await viewer.tool('Zoom avant').click()
    await person.sees(/^Ce document a changé/, { within: person.dialog })
    await expect(viewer.picture(1)).toBeVisible()
    await person.page.keyboard.press('Escape')
  })

  await test.step('kept on the device, it is read in its new version, and updated by the page that changed', async () => {
    await person.button('Garder hors ligne').click()
    await person.sees('Voir ce qui est gardé')
    await replaces(otherFile, await draws({ 1: unique, 2: 'Version corrigée', 3: 'Barème' }))
    await person.opens(PATH)
    await person.button('Voir le sujet').click()
    await person.sees(/^Ce document a changé/, { within: person.dialog })
    await viewer.jumpsTo(3)
    await expect(viewer.picture(3)).toBeVisible()
    await person.opens('/hors-ligne')
    server.pictures.length = 0
    await person.button(/^Mettre à jour : /).click()
    await expect(person.button(/^Mettre à jour : /)).toHaveCount(0)
    await person.hasLoaded()
    expect(server.pictures).toEqual([3])
    await person.losesNetwork()
    await person.button(/^2025 Rattrapage · Sujet/).click()
    await viewer.jumpsTo(3)
    await expect(viewer.picture(3)).toBeVisible()
    await person.context.setOffline(false)
  })

  await test.step('and printed with the mark of the student', async () => {
    await person.page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await person.page.emulateMedia({ media: 'print' })
    await expect(viewer.picture(3)).toBeHidden()
    await person.page.emulateMedia({ media: 'screen' })
    await viewer.opensTools()
    await viewer.tool('Imprimer').click()
    await expect(person.page.locator('html')).toHaveAttribute('data-printed', '')
    const mark = person.page.getByText(`Copie personnelle de ${premiumStudent.email} · exemplaire `)
    await expect(mark).toHaveCount(2 * PAGES)
    await person.page.emulateMedia({ media: 'print' })
    await expect(mark.first()).toBeVisible()
    await expect(viewer.dialog).toBeHidden()
    await person.page.emulateMedia({ media: 'screen' })
    await person.page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(mark).toHaveCount(0)
  })
})
