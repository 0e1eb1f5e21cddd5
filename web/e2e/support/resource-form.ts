import type { Locator } from '@playwright/test'
import type { Person } from './person.ts'

/** The form with which an owner adds or changes a resource. */
export function resourceForm({ page }: Person): Locator {
  return page.locator('form').filter({ has: page.getByLabel('Titre', { exact: true }) })
}

/** A field of it, by its label. */
export function resourceField(owner: Person, label: string): Locator {
  return resourceForm(owner).getByLabel(label, { exact: true })
}
