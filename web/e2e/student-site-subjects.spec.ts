import { expect, type Locator, test } from '@playwright/test'
import { answers, asks } from './support/answers.ts'
import { TRACKS } from './support/curriculum.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const WAITING = 'Chargement en cours...'
const UNREACHABLE = 'Vérifiez votre connexion Internet et réessayez.'
const SUBJECTS_FAILED = 'Une erreur est survenue lors du chargement des sujets'
/** What a browser writes about answers that refuse, and about a network that is not there. */
const REFUSED = /status of (400|404|503)/
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    let person: Person

    test.beforeEach(async ({ browser }) => {
      person = await Person.withoutWorker(browser, options)
    })
    test.afterEach(async () => {
      expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      )
      await person.leaves()
    })

    test('the subjects of each track stand in a table', async () => {
      await person.opens('/sujets-bac')
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Sujets du Bac')
      for (const { code } of TRACKS)
        await expect(person.main.getByRole('link', { name: `Sujets ${code}` })).toHaveAttribute(
          'href',
          `/sujets-bac/${code.toLowerCase()}`,
        )
      await expect(person.link(/Téléverser/)).toHaveCount(0)

      for (const { code, label } of TRACKS) {
        await person.opens(`/sujets-bac/${code.toLowerCase()}`)
        await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(`Sujets ${label}`)
        const table = person.page.getByRole('table', { name: `Sujets ${label}` })
        await expect(table.getByRole('rowheader')).toHaveText(
          Array.from({ length: 18 }, (_, index) => String(2025 - index)),
        )
        await expect(table.getByRole('cell')).toHaveCount(36)
        await expect(table.getByText('Non disponible').first()).toBeVisible()
        await expect(table.getByRole('link', { name: 'Passer en Premium' }).first()).toHaveAttribute(
          'href',
          '/premium',
        )
        const [normale, rattrapage] = [
          await boxOf(person.row('2024').getByRole('cell').nth(0)),
          await boxOf(person.row('2024').getByRole('cell').nth(1)),
        ]
        if (isPhone) expect(rattrapage.y).toBeGreaterThan(normale.y)
        else expect(rattrapage.y).toBe(normale.y)
      }
      await person.page
        .getByRole('navigation', { name: 'Filières' })
        .getByRole('link', { name: 'SVT' })
        .click()
      await expect(person.page).toHaveURL('/sujets-bac/svt')
    })
  })
}

test.describe('on any device', () => {
  let person: Person

  test.beforeEach(async ({ browser }) => {
    person = await Person.withoutWorker(browser)
  })
  test.afterEach(() => person.leaves())

  test('a table of subjects waits, has nothing, or fails', async () => {
    await person.whileWaitingFor(
      asks('/api/subjects'),
      () => person.opens('/sujets-bac/sm'),
      async () => {
        await person.sees(WAITING)
        await expect(person.page.getByRole('table')).toHaveCount(0)
      },
    )
    await expect(person.rows).toHaveCount(18)

    await answers(person.page, '/api/subjects', { items: [] })
    await person.opens('/sujets-bac/sm')
    await expect(person.rows.getByText('Non disponible')).toHaveCount(36)

    await person.page.unrouteAll()
    await answers(person.page, '/api/subjects', { status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await person.expecting(REFUSED, () => person.opens('/sujets-bac/pc'))
    await expect(person.alert).toContainText(SUBJECTS_FAILED)
    await person.page.unrouteAll()
    await person.button('Réessayer').click()
    await expect(person.rows).toHaveCount(18)

    await person.page.route('**/api/subjects*', (route) => route.abort())
    await person.expecting(CUT, () => person.opens('/sujets-bac/svt'))
    await expect(person.alert).toContainText(SUBJECTS_FAILED)
    await expect(person.alert).toContainText(UNREACHABLE)
  })
})
