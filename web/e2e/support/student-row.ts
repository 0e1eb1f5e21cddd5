import { expect } from '@playwright/test'
import type { Account } from './account.ts'
import type { Person } from './person.ts'

/** Returns the row of a student, on any list of the administration. */
export const rowOf = (owner: Person, { email }: Account) => owner.row(new RegExp(`^${email}`))

/** Finds a student by the search. */
export async function finds(owner: Person, student: Account): Promise<void> {
  await owner.opens('/admin')
  await owner.page.getByPlaceholder('Rechercher des utilisateurs...').fill(student.email)
  await owner.sees(`1 utilisateur trouvé pour « ${student.email} »`)
  await expect(rowOf(owner, student)).toBeVisible()
}

/** Chooses an action from the menu of a student's row, which contains all of them on a phone. */
export async function chooses(owner: Person, student: Account, action: string): Promise<void> {
  const row = rowOf(owner, student)
  await row.getByRole('button', { name: 'Autres actions' }).click()
  await row.getByRole('button', { name: action, exact: true }).click()
}

/** Opens the dialog of such an action. */
export async function opens(owner: Person, student: Account, action: string): Promise<void> {
  await chooses(owner, student, action)
  await expect(owner.dialog).toBeVisible()
}

/** Presses the dialog's button. */
export const accepts = (owner: Person, name: string) =>
  owner.dialog.getByRole('button', { name, exact: true }).click()

/** Returns the count in the heading of the list. */
export async function count({ page }: Person): Promise<number> {
  const heading = page.getByRole('heading', { name: /^Utilisateurs \(\d+\)$/ })
  return Number(/\d+/.exec((await heading.textContent()) ?? '')?.[0])
}

/** Claims a session for a student, as their phone would. */
export async function claims(student: Account) {
  const { status, json } = await student.calls('POST', '/api/session', { body: {} })
  return { status, code: json.code, sessionId: json.sessionId as string | undefined }
}
