import { expect } from '@playwright/test'
import { problems } from '#shared/domain/problems.ts'
import { PREMIUM } from './support/account.ts'
import { phone } from './support/devices.ts'
import { LONG_PAGES, test } from './support/viewer.ts'

const REFUSED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:403|502)/

test.use(phone.options)

test('a document is read with its watermark: page by page, by its search, and what is far is not fetched', async ({
  paper,
  server,
}) => {
  await expect(paper.sheet(1).getByText(PREMIUM).first()).toBeVisible()
  await paper.jumpsTo(37)
  await expect(paper.picture(37)).toBeInViewport()
  await expect(paper.dialog.getByRole('status').getByText(`Page 37 sur ${LONG_PAGES}`)).toBeAttached()
  await expect(paper.picture(1)).toHaveCount(0)
  expect(server.pictures.filter((page) => page > 6 && page < 34)).toEqual([])
  await paper.opensTools()
  await paper.tool('Rechercher').click()
  await paper.findField.fill('EXÉRCICE 4')
  await expect(paper.dialog.getByRole('search').getByRole('status')).toHaveText(/^\d+ sur \d+, page \d+$/)
  await expect(paper.currentMatch).toHaveText(/exercice 4/i)
  await expect(paper.currentMatch).toBeInViewport()
})

test('an expired address is renewed without a message, and a failing source by a retry of the page', async ({
  person,
  paper,
  server,
}) => {
  await person.expecting(REFUSED, async () => server.lets('refused address', 1))
  await paper.jumpsTo(50)
  await expect(paper.picture(50)).toBeVisible()
  await expect(person.alert).toHaveCount(0)
  server.lets('failing')
  await paper.jumpsTo(20)
  const fault = paper.sheet(20).getByRole('alert')
  await expect(fault).toContainText('Erreur lors du chargement du fichier sécurisé')
  server.lets('well')
  await fault.getByRole('button', { name: 'Réessayer' }).click()
  await expect(paper.picture(20)).toBeVisible()
})

test('the pages close when Premium is lost, and open again at the chosen page', async ({
  person,
  paper,
  server,
}) => {
  await person.expecting(REFUSED, async () => server.lets('refused address'))
  const code = 'PREMIUM_REQUIRED'
  const json = { type: 'about:blank', ...problems[code], code, requestId: 'r' }
  await person.page.route('**/api/files/**', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json }),
  )
  await paper.jumpsTo(55)
  await expect(person.alert).toContainText('Accès refusé au fichier')
  await expect(paper.pictures).toHaveCount(0)
  await expect(paper.dialog.getByRole('link', { name: 'Passer en Premium' })).toBeVisible()
  await person.page.unroute('**/api/files/**')
  server.lets('well')
  await paper.jumpsTo(50)
  await paper.tool('Réessayer').click()
  await expect(paper.picture(50)).toBeVisible()
})
