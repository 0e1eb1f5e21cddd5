import { expect } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const UNREACHABLE = 'Vérifiez votre connexion Internet et réessayez.'
const SUBJECTS_FAILED = 'Une erreur est survenue lors du chargement des sujets'
/** Browsers write these messages about a missing network. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

const [, desktop] = DEVICES

test.describe(desktop.device, () => {
  test.use(desktop.options)

  test('each track has a table of subjects that invites a visitor to sign in or to buy Premium', async ({
    person,
  }) => {
    await person.opens('/sujets-bac')
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Sujets du Bac')
    for (const { code } of tracks)
      await expect(person.main.getByRole('link', { name: `Sujets ${code}` })).toHaveAttribute(
        'href',
        subjectsPath(code),
      )
    await expect(person.link(/Téléverser/)).toHaveCount(0)

    for (const { code, label } of tracks) {
      await person.opens(subjectsPath(code))
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(`Sujets ${label}`)
      const table = person.page.getByRole('table', { name: `Sujets ${label}` })
      await expect(table.getByRole('rowheader')).toHaveText(
        Array.from({ length: 18 }, (_, index) => String(2025 - index)),
      )
      await expect(table.getByRole('cell')).toHaveCount(36)
      await expect(table.getByText('Non disponible').first()).toBeVisible()
      await expect(person.main.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login')
      await expect(person.main.getByRole('link', { name: 'Découvrir Premium' })).toHaveAttribute(
        'href',
        '/premium',
      )
      await expect(table.getByRole('link', { name: 'Passer en Premium' }).first()).toHaveAttribute(
        'href',
        '/premium',
      )
      const cells = person.row('2024').getByRole('cell')
      await expect.poll(async () => (await topOf(cells.nth(1))) - (await topOf(cells.nth(0)))).toBe(0)
    }
    await person.page.getByRole('navigation', { name: 'Filières' }).getByRole('link', { name: 'SVT' }).click()
    await expect(person.page).toHaveURL('/sujets-bac/svt')
  })
})

test('a table that cannot be refreshed stays and says so, and one that was never fetched fails', async ({
  person,
}) => {
  await person.page.route('**/api/subjects*', (route) => route.abort())
  await person.expecting(CUT, () => person.opens('/sujets-bac/svt'))
  await person.sees('Les informations affichées sont les dernières reçues.')
  await expect(person.rows).toHaveCount(18)
  const links = person.page.getByRole('navigation', { name: 'Filières' })
  await person.expecting(CUT, async () => {
    await links.getByRole('link', { name: 'Science Math' }).click()
    await expect(person.alert).toContainText(SUBJECTS_FAILED)
  })
  await expect(person.alert).toContainText(UNREACHABLE)
})
