import type { Locator } from '@playwright/test'
import type { Person } from './person.ts'
import type { OwnerCall } from './story.ts'

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
