import { expect } from '@playwright/test'
import { isLongRun } from '#shared/test-support/runs.ts'
import { checkAppearance } from './support/appearance.ts'
import { chunk } from './support/lost-network.ts'
import { test } from './support/story.ts'

const PAPER = '/sujets-bac/sm/2023-normale'
const TITLE = /2023 - Session Normale/

/** Chunks of the page of a paper, by what its first part is for. */
const CHUNKS = isLongRun
  ? ['index', 'vendor', 'common', 'queries', 'papers', 'paper-page']
  : ['index', 'paper-page']

for (const name of CHUNKS)
  for (const [fault, body] of [
    ['is blocked', null],
    ['fails', "throw new Error('broken')"],
  ] as const)
    test(`a paper stays as it was published when its script ${name} ${fault}`, async ({ person }) => {
      // The browser, React and the page itself say so in the console.
      person.announces(/./)
      await person.context.route(chunk(name), (route) =>
        body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
      )
      await person.opens(PAPER)
      const title = person.page.getByRole('heading', { level: 1, name: TITLE })
      await expect(title).toBeVisible()
      await expect(person.alert.filter({ hasText: /impossible|erreur/ })).toBeVisible()
      await expect(title).toBeVisible()
      await checkAppearance(person.page, `script-${name}-${body === null ? 'blocked' : 'fails'}`)
      await person.page.getByRole('link', { name: 'Sujets BAC' }).first().click()
      await expect(person.page).toHaveURL('/sujets-bac')
    })

test('a browser that is too old shows the published pages, says so and fetches no script', async ({
  person,
}) => {
  const scripts: string[] = []
  person.page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await person.page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'))
  await person.opens(PAPER)
  await expect(person.page.getByText(/^Votre navigateur est trop ancien/)).toBeVisible()
  await expect(person.page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await checkAppearance(person.page, 'old-browser')
  await person.page.getByRole('link', { name: 'Sujets BAC' }).first().click()
  await expect(person.page).toHaveURL('/sujets-bac')
  await expect(person.page.getByText(/^Votre navigateur est trop ancien/)).toBeVisible()
  await person.opens('/compte')
  await person.page.getByRole('link', { name: "Retour à l'accueil" }).click()
  await expect(person.page).toHaveURL('/')
  expect(scripts).toEqual([])
})
