import { expect, type Locator } from '@playwright/test'
import type { PracticedPaper } from '#shared/entities/practice.ts'
import type { Person } from './person.ts'

/** The bar of the document that is shown; those of the others are hidden. */
export function practiceBar({ dialog }: Person): Locator {
  return dialog.getByRole('navigation', { name: 'Entraînement' })
}

/** Opens or closes what stands above the bar: clock, hints and points. */
export async function opensPanel(person: Person): Promise<void> {
  await practiceBar(person).locator('[aria-expanded]').click()
}

export async function readsStatement(person: Person): Promise<void> {
  await person.seesPage()
  await expect(practiceBar(person)).toBeVisible()
}

/** Goes from the statement to the correction, and opens the points of the exercise. */
export async function opensPoints(person: Person): Promise<void> {
  await practiceBar(person).getByRole('button', { name: 'Voir le corrigé' }).last().click()
  await expect(person.dialog.getByRole('heading', { name: / - Corrigé$/ })).toBeVisible()
  await opensPanel(person)
}

export function pointsOf(person: Person): Locator {
  return practiceBar(person).getByRole('slider', { name: 'Mes points' })
}

/** Closes the panel, then the document. */
export async function closesPaper({ page, dialog }: Person): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Acts on a mark. @returns the marks of the paper's exercises as the server then stores them */
export async function savesMarks({ page }: Person, act: () => Promise<void>) {
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/practice/papers/'),
  )
  await act()
  return ((await (await saved).json()) as PracticedPaper).exercises
}

export async function endsExamination({ page, dialog }: Person): Promise<void> {
  await dialog.getByRole('button', { name: 'Terminer' }).click()
  const ending = page.getByRole('dialog', { name: "Terminer l'épreuve ?" })
  await ending.getByRole('button', { name: 'Terminer' }).click()
}
