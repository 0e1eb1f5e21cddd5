/**
 * The pictures of docs/guide-proprietaire.md, of the README and of the Premium page, taken from the real screens by
 * `npm run guide:pictures`. Other runs of the browser tests leave this file out: other specs check these screens.
 */
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { OWNER, PREMIUM } from './support/account.ts'
import { makesCards, opens } from './support/owner-pages.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const FOLDER = process.env.GUIDE_PICTURES
const STUDENT = 'gratuit@demo.bac'
const LAST_TRACK = TRACK_CODES.at(-1)

/** A valid line, and one with a chapter that the last track does not teach: the report shows both. */
const CSV = `track;theme;chapter;year;session;resourceType;type;title;file
${TRACK_CODES[0]};ondes;1;2024;Normale;exercise;pdf;Ondes : énoncé 2024;1AbCdEfGhIjKlMnOpQrStUvWxYz012345
${LAST_TRACK};electrolyse;1;2024;Normale;exercise;pdf;Électrolyse : énoncé 2024;1AbCdEfGhIjKlMnOpQrStUvWxYz012346
`

/** The steps before each picture is taken. */
const pictures: Record<string, (owner: Person) => Promise<void>> = {
  'tableau-de-bord': async (owner) => {
    await owner.opens('/admin/tableau-de-bord')
    await owner.button('Vérifier maintenant').click()
    await owner.sees(`Bac ${LAST_TRACK} 2012`)
    await owner.sees(/^\d+ sujets? manquants?\s: /)
    await owner.page.evaluate(() => scrollTo(0, 0))
  },
  parametres: async (owner) => {
    await owner.opens('/admin/parametres')
    await owner.main.getByLabel('Prix (DH)').waitFor()
  },
  rentree: async (owner) => {
    await owner.opens('/admin/parametres/rentree')
    await owner.main
      .getByText(/l'accès jusqu'au|sans date de fin/)
      .first()
      .waitFor()
  },
  utilisateurs: async (owner) => {
    await owner.opens(`/admin?q=${encodeURIComponent(STUDENT)}`)
    await owner.row(new RegExp(STUDENT)).waitFor()
  },
  paiement: (owner) => openAction(owner, 'Paiement'),
  paiements: async (owner) => {
    await openAction(owner, 'Autre paiement')
    await owner.dialog.getByRole('button', { name: 'Noter le paiement' }).click()
    await owner.sees(`${STUDENT} : paiement noté`)
    await owner.opens('/admin/paiements')
    await owner.row(new RegExp(STUDENT)).getByRole('button', { name: 'Annuler' }).click()
    await owner.dialog.getByRole('button', { name: 'Annuler la ligne' }).click()
    await owner.sees('Paiement annulé')
    await expect(owner.page.getByText('Paiement annulé')).toBeHidden()
    await owner.heading('Chaque paiement').scrollIntoViewIfNeeded()
  },
  bloquer: (owner) => openAction(owner, 'Bloquer'),
  cartes: async (owner) => {
    await makesCards(owner, 'Librairie des Écoles, Rabat')
    await owner.main.getByRole('article').first().waitFor()
  },
  'cartes-liste': async (owner) => {
    await owner.opens('/admin/codes')
    await owner.row(/-001/).first().waitFor()
  },
  'fichiers-recus': async (owner) => {
    await owner.opens('/admin/fichiers-recus')
    await owner.button('Chercher maintenant').click()
    await owner.sees(/^Dernière recherche/)
    await owner.sees('Recherche terminée')
    await expect(owner.page.getByText('Recherche terminée')).toBeHidden()
  },
  ressource: async (owner) => {
    await owner.opens('/admin/ressources')
    await owner.button('Ajouter').click()
    await owner.dialog.waitFor()
  },
  import: async (owner) => {
    await owner.opens('/admin/ressources')
    const input = owner.page.locator('input[type=file]').first()
    await input.setInputFiles({ name: 'ressources.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
    await owner.page.getByText("Ce chapitre n'existe pas").first().scrollIntoViewIfNeeded()
  },
  exercices: async (owner) => {
    await owner.opens('/admin/sujets/bac-PC-2023-Normale/exercices')
    await owner.main.getByRole('paragraph').filter({ hasText: 'Page 1 sur 3' }).waitFor()
    await owner.seesPage(owner.main)
  },
  journal: async (owner) => {
    await owner.opens('/admin/audit')
    await owner.page.getByRole('table').first().waitFor()
  },
  televerser: async (owner) => {
    await owner.opens('/sujets-bac/upload')
    await owner.heading('Téléverser un Sujet du Bac').waitFor()
  },
}

async function openAction(owner: Person, name: string): Promise<void> {
  await owner.opens(`/admin?q=${encodeURIComponent(STUDENT)}`)
  await opens(owner, { email: STUDENT }, name)
}

test.use({ as: OWNER, viewport: { width: 1000, height: 860 } })

test("the owner's guide shows screens as they are", async ({ person: owner }) => {
  for (const [name, prepare] of Object.entries(pictures)) {
    await prepare(owner)
    // A picture is taken only once the page has stopped changing.
    await owner.hasLoaded()
    await owner.page.screenshot({ path: `${FOLDER}/${name}.png` })
  }
})

/** Returns a page with both screens as data URLs, the phone before the window. */
const poster = (desktop: string, phone: string) => `
  <body style="margin: 0; background: #e8ebf5">
    <style>img { position: absolute; box-shadow: 0 4px 24px #1a1f3633 }</style>
    <img src="${desktop}" style="left: 24px; top: 24px; width: 1010px; border-radius: 10px">
    <img src="${phone}" style="right: 10px; top: 90px; width: 266px; border: 6px solid #171b2f; border-radius: 26px">
  </body>`

// A chapter on a desktop, and one of its papers on a phone.
test('the README shows the product as it is', async ({ arrives }) => {
  const student = await arrives({ viewport: { width: 1280, height: 800 } }, PREMIUM)
  await student.opens('/science-math/ondes/1')
  for (const [document, mark] of ['Fait', 'Fait', 'À revoir'].entries()) {
    const marks = student.main.getByRole('group', { name: /^Suivi : / }).nth(document)
    await marks.getByRole('button', { name: mark }).click()
  }
  await student.sees(/2 \/ \d+ faits, 1 à revoir/)
  await student.page.evaluate(() => scrollTo(0, 0))
  await student.hasLoaded()
  const screen = async () => `data:image/png;base64,${(await student.page.screenshot()).toString('base64')}`
  const desktop = await screen()
  await student.page.setViewportSize({ width: 360, height: 740 })
  await student.opens('/sujets-bac/pc/2023-normale?exercice=1')
  await student.seesPage()
  await student.hasLoaded()
  const phone = await screen()
  const page = await student.context.newPage()
  await page.setViewportSize({ width: 1300, height: 680 })
  await page.setContent(poster(desktop, phone))
  await page.screenshot({ path: `${FOLDER}/../pictures/site.png` })
  await page.close()
})

/** Draws a screenshot as WebP, half as heavy as JPEG, 540 pixels wide. */
async function webp({ page }: Person): Promise<Buffer> {
  const screen = (await page.screenshot()).toString('base64')
  const drawing = await page.context().newPage()
  const address = await drawing.evaluate(async (png) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${png}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 540
    canvas.height = Math.round((canvas.width * picture.height) / picture.width)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp', 0.6)
  }, screen)
  await drawing.close()
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

// A phone of three by four, with twice as many pixels.
test('the Premium page shows the site as it is', async ({ arrives }) => {
  const student = await arrives({ viewport: { width: 360, height: 480 }, deviceScaleFactor: 2 }, PREMIUM)
  const take = async (name: string) => {
    await student.hasLoaded()
    await writeFile(`web/src/features/premium/pictures/${name}.webp`, await webp(student))
  }
  await student.opens('/sujets-bac/pc/2023-normale?exercice=1')
  await student.seesPage()
  await take('sujet')
  await student.opens('/mes-revisions')
  await student.main.getByLabel('Votre filière').selectOption(LAST_TRACK ?? '')
  const plan = student.heading("Mon programme jusqu'à l'examen")
  await plan.evaluate((heading) => heading.scrollIntoView())
  await take('revisions')
})
