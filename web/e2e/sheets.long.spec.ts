import { expect } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import { isPublished } from './support/published.ts'
import { type OwnerCall, test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
/** Chapters without a sheet in the demo; each story changes one of its own. */
const CHAPTERS = ['/svt/ondes/2', '/svt/ondes/3']

const route = (chapter: string) => `/api/admin/chapters${chapter}/sheet`

async function writes(call: OwnerCall, chapter: string, markdown: string): Promise<void> {
  const { version } = await call('GET', route(chapter))
  await call('PUT', route(chapter), { markdown, version })
}

test.use({ serviceWorkers: 'allow' })

for (const [index, { device, options }] of DEVICES.entries())
  test(`an owner writes a sheet, and a visitor finds, prints and reads it without a network (${device})`, async ({
    arrives,
    knows,
    afterwards,
  }) => {
    const chapter = CHAPTERS[index] as string
    const word = `quintessence${index}`
    afterwards((call) => writes(call, chapter, ''))
    const owner = await arrives(options)

    await test.step('a wrong formula is shown where it is, and is not published', async () => {
      await owner.hasSignedInBefore(await knows(OWNER))
      await owner.opens('/admin/fiches?filiere=SVT')
      await owner.main.locator(`a[href$="${chapter.slice(4)}"]`, { hasText: 'Écrire' }).click()
      const text = owner.main.getByLabel('Texte de la fiche')
      await text.fill(`# Célérité et ${word}\n\nLa **période** : $T = \\frc{1}{f}$`)
      const preview = owner.main.getByRole('region', { name: 'Aperçu' })
      await expect(preview.locator('mark')).toHaveAttribute('title', 'Commande inconnue : \\frc')
      await owner.button('Publier la fiche').click()
      await owner.expecting(/status of 400/, () =>
        expect(owner.alert.filter({ hasText: "La fiche n'a pas été publiée. Ligne 3" })).toBeVisible(),
      )
      await preview.getByRole('button', { name: 'Ligne 3' }).click()
      await expect(text).toBeFocused()
      await text.fill(`# Célérité et ${word}\n\nLa **période** : $T = \\dfrac{1}{f}$\n\n`)
      await expect(preview.locator('mark')).toHaveCount(0)
      await owner.button('Vecteur').click()
      await expect(text).toHaveValue(/\n\n\$\\vec\{F\}\$$/)
      await expect(preview.locator('math')).toHaveCount(2)
    })

    await test.step('the text is kept until it is published', async () => {
      await owner.page.getByRole('link', { name: 'Toutes les fiches' }).click()
      await expect(owner.main.getByText('Texte non publié')).toBeVisible()
      await owner.main.locator(`a[href$="${chapter.slice(4)}"]`, { hasText: 'Écrire' }).click()
      await owner.button('Publier la fiche').click()
      await owner.sees('Fiche publiée')
      await isPublished(owner.page.request, chapter, { html: expect.stringContaining(word) })
    })

    const visitor = await arrives(options)
    const sheet = visitor.main.locator('#fiche')

    await test.step('a visitor finds it by a word of its heading', async () => {
      await visitor.opens('/')
      await visitor.button('Rechercher').click()
      const search = visitor.page.getByRole('dialog', { name: 'Rechercher' })
      await search.getByRole('combobox').fill(word)
      await search.getByRole('option', { name: /^Fiche/ }).click()
      await expect(visitor.page).toHaveURL(`${chapter}#fiche`)
      await expect(sheet.getByRole('heading', { name: `Célérité et ${word}` })).toBeInViewport()
      await expect(sheet.locator('math')).toHaveCount(2)
    })

    await test.step('the link at the top of the page leads to it, and it is printed alone on one page', async () => {
      await visitor.opens(chapter)
      await visitor.main.getByRole('link', { name: 'Fiche de révision' }).click()
      await expect(sheet).toBeInViewport()
      await visitor.page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      await sheet.getByRole('button', { name: 'Imprimer la fiche' }).click()
      await expect(visitor.page.locator('html[data-printed]')).toHaveCount(1)
      await visitor.page.emulateMedia({ media: 'print' })
      await expect(visitor.page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(sheet.locator('math').first()).toBeVisible()
      const pdf = (await visitor.page.pdf({ format: 'A4' })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
      await visitor.page.emulateMedia({ media: null })
    })

    await test.step('it is there without a network', async () => {
      await expect
        .poll(() => visitor.page.evaluate(async (path) => Boolean(await caches.match(path)), chapter))
        .toBe(true)
      await visitor.losesNetwork()
      await visitor.page.reload()
      await expect(sheet.getByRole('heading', { name: `Célérité et ${word}` })).toBeVisible()
      await expect(sheet.locator('math')).toHaveCount(2)
    })
  })
