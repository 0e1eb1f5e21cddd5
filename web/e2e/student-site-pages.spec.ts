import { expect } from '@playwright/test'
import { test } from './support/story.ts'

/** Browsers write these messages about refusals and a missing network. */
const REFUSED = /status of 404/

test('an unknown address answers 404 with a page that says so', async ({ person }) => {
  for (const path of ['/svt/electrolyse/1', '/svt/ondes/9', '/sujets-bac/tc']) {
    const answer = await person.calls(path)
    expect(answer.status(), path).toBe(404)
  }
  await person.expecting(REFUSED, () => person.opens('/nulle-part'))
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
  await person.link("Retour à l'accueil").click()
  await expect(person.page).toHaveURL('/')
})
