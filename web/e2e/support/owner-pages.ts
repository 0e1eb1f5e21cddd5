import { expect, type Locator, type Page } from '@playwright/test'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { problems } from '#shared/domain/problems.ts'
import { sampleAnswer } from '#shared/test-support/page-answers.ts'
import type { Account } from './account.ts'
import type { Person } from './person.ts'
import type { OwnerCall } from './story.ts'

type Named = Pick<Account, 'email'>

/** Returns the row of a student, on any list of the administration. */
export const rowOf = (owner: Person, { email }: Named) => owner.row(new RegExp(`^${email}`))

export async function finds(owner: Person, student: Account): Promise<void> {
  await owner.opens('/admin')
  await owner.page.getByPlaceholder('Rechercher des utilisateurs...').fill(student.email)
  await owner.sees(`1 utilisateur trouvé pour « ${student.email} »`)
  await expect(rowOf(owner, student)).toBeVisible()
}

/** Opens the dialog of an action in the menu of a student's row, which contains all of them on a phone. */
export async function opens(owner: Person, student: Named, action: string): Promise<void> {
  const row = rowOf(owner, student)
  await row.getByRole('button', { name: 'Autres actions' }).click()
  await row.getByRole('button', { name: action, exact: true }).click()
  await expect(owner.dialog).toBeVisible()
}

/** Makes prepaid cards on the page of their lots. */
export async function makesCards(owner: Person, place: string, count = 24): Promise<void> {
  await owner.opens('/admin/codes')
  await owner.button('Nouveau lot').click()
  await owner.dialog.getByLabel('Lieu de vente').fill(place)
  await owner.dialog.getByLabel('Nombre de cartes').fill(String(count))
  await owner.dialog.getByLabel("À vendre et à activer jusqu'au").fill('2099-06-30')
  await owner.dialog.getByLabel("Accès Premium jusqu'au").fill('2099-07-10')
  await accepts(owner, 'Créer les cartes')
}

export const accepts = (owner: Person, name: string) =>
  owner.dialog.getByRole('button', { name, exact: true }).click()

export async function claims(student: Account) {
  const { status, json } = await student.calls('POST', '/api/session', { body: {} })
  return { status, code: json.code, sessionId: json.sessionId as string | undefined }
}

export function resourceForm({ page }: Person): Locator {
  return page.locator('form').filter({ has: page.getByLabel('Titre', { exact: true }) })
}

export function resourceField(owner: Person, label: string): Locator {
  return resourceForm(owner).getByLabel(label, { exact: true })
}

/** Deletes the resources that a search finds, once a story has ended. */
export function removesResources(search: string) {
  return async (owner: OwnerCall) => {
    const { items } = await owner('GET', `/api/admin/resources?search=${encodeURIComponent(search)}`)
    for (const { id } of items as { id: string }[]) await owner('DELETE', `/api/admin/resources/${id}`)
  }
}

type Content = 'samples' | 'empty' | 'failure' | 'pending'

/** Routes that the dashboard reads, with a pattern of their addresses; literal ones before those with parameters. */
const lists = (Object.entries(routes) as [RouteName, Route][])
  .filter(([, { method, access, csv }]) => method === 'GET' && access === 'owner' && csv.length === 0)
  .map(([name, { path }]) => ({ name, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .toSorted((a, b) => a.path.source.split('[').length - b.path.source.split('[').length)

/** Answers what the dashboard reads in the API's place. The page must have no service worker. */
export async function mockOwnerLists(page: Page, content: Content = 'samples'): Promise<void> {
  await page.route('**/api/admin/**', (call) => {
    const { pathname } = new URL(call.request().url())
    const list = lists.find(({ path }) => path.test(pathname))
    if (!list || call.request().method() !== 'GET') return call.fallback()
    if (content === 'pending') return undefined
    if (content === 'failure') {
      // Pages ask no second time after a refusal.
      const { status, ...problem } = problems.NOT_FOUND
      const json = { type: 'about:blank', ...problem, status, code: 'NOT_FOUND', requestId: 'r' }
      return call.fulfill({ status, contentType: 'application/problem+json', json })
    }
    const answer = sampleAnswer(list.name) as object
    return call.fulfill({
      json: content === 'empty' && 'items' in answer ? { ...answer, items: [] } : answer,
    })
  })
}
