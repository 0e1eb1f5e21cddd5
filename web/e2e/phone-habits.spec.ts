import { expect, type Page } from '@playwright/test'
import { phone } from './support/devices.ts'
import { keepsPaper, keptDocuments } from './support/lost-network.ts'
import {
  closesPaper,
  opensPanel,
  opensPoints,
  pointsOf,
  practiceBar,
  savesMarks,
} from './support/practice.ts'
import { test } from './support/story.ts'

const DAY_MS = 86_400_000
const PAPER = '/sujets-bac/sm/2022-normale'
const FREE_PAPER = '/sujets-bac/pc/2023-normale'

test.use(phone.options)

test('a student uses pages that the browser translates, and reads what changes by itself', async ({
  person,
  premiumStudent,
}) => {
  await person.context.clock.install()

  await test.step('a visitor copies a number beside it', async () => {
    await person.opens('/premium')
    await person.hasLoaded()
    await translates(person.page)
    const copy = person.main.getByRole('button', { name: /^Copier/ }).first()
    await copy.click()
    await copy.click()
    await expect(copy).toBeVisible()
    await expect(person.heading('Page indisponible')).toBeHidden()
  })

  await person.hasSignedInBefore(premiumStudent)
  await test.step('the account menu renews the session', async () => {
    await person.opens('/premium')
    await person.hasLoaded()
    await translates(person.page)
    await person.button(premiumStudent.email).click()
    const refresh = person.button('Rafraîchir la session')
    await refresh.click()
    await expect(refresh).toBeEnabled()
    await person.page.keyboard.press('Escape')
  })

  await test.step('an exercise has its clock', async () => {
    await person.opens(`${FREE_PAPER}?exercice=1`)
    await person.seesPage()
    await translates(person.page)
    const bar = practiceBar(person)
    await opensPanel(person)
    for (const name of [/^Lancer le chronomètre/, 'Arrêter le chronomètre', /^Lancer le chronomètre/])
      await bar.getByRole('button', { name }).click()
    await expect(bar.getByRole('timer')).toHaveText(/^(\d+\sh\s)?\d+(\smin)?$/)
    await closesPaper(person)
  })

  await test.step('the clock of an examination goes on, and is hidden and shown', async () => {
    await person.opens(`${FREE_PAPER}/examen`)
    await person.hasLoaded()
    await translates(person.page)
    await person.button("Commencer l'épreuve").click()
    await person.seesPage()
    const clock = person.dialog.getByRole('timer', { name: 'Temps restant' })
    await expect(clock).toHaveText('3 h 00')
    await person.losesNetwork()
    await person.page.clock.fastForward(3_600_000)
    await expect(clock).toHaveText(/^(?:2\sh\s00|1\sh\s59)$/)
    await person.button('Masquer le temps').click()
    await expect(clock).toHaveText('Temps masqué')
    await person.button('Afficher le temps').click()
    await expect(clock).toHaveText(/^(?:2\sh\s00|1\sh\s59)$/)
    await person.context.setOffline(false)
  })
})

test.describe('with a clock that is wrong', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a phone keeps its documents, Premium and marks', async ({ person, premiumStudent }) => {
    await person.context.clock.install()
    await person.hasSignedInBefore(premiumStudent)
    await keepsPaper(person, PAPER)
    const kept = await keptDocuments(person)
    for (const days of [40, 365, -5 * 365, 0, -3])
      await test.step(`${days} days off`, async () => {
        await person.context.clock.setSystemTime(Date.now() + days * DAY_MS)
        await person.opens('/hors-ligne')
        await person.isSignedIn(premiumStudent.email)
        await person.reads(person.button(/^2022 Normale · Sujet/))
        await expect.poll(() => keptDocuments(person)).toEqual(kept)
      })

    await test.step('a mark is taken back three days behind', async () => {
      await person.opens(`${PAPER}?exercice=1`)
      await person.seesPage()
      await opensPoints(person)
      const [marked] = await savesMarks(person, () => pointsOf(person).fill('1'))
      expect(marked).toMatchObject({ earned: 1 })
      const erase = practiceBar(person).getByRole('button', { name: 'Effacer mes points' })
      const [takenBack] = await savesMarks(person, () => erase.click())
      expect(takenBack).toMatchObject({ earned: null })
    })
  })
})

test('a document is open again after a reload, and Back closes it and the search', async ({
  person,
  premiumStudent,
}) => {
  await person.hasSignedInBefore(premiumStudent)
  await person.opens('/sujets-bac')
  await person.opens(PAPER)
  await person.main.getByRole('button', { name: 'Voir le sujet', exact: true }).click()
  await person.seesPage()
  await person.dialog.getByRole('button', { name: 'Corrigé', exact: true }).click()
  const title = person.dialog.getByRole('heading', { level: 2 }).filter({ visible: true })
  await expect(title).toContainText('Corrigé')
  await person.page.reload()
  await expect(title).toContainText('Corrigé')
  await person.page.goBack()
  await expect(title).not.toContainText('Corrigé')
  await person.seesPage()
  await person.page.goBack()
  await expect(person.dialog).toBeHidden()
  await person.button('Rechercher').click()
  await expect(person.dialog.getByRole('combobox')).toBeVisible()
  await person.page.goBack()
  await expect(person.dialog).toBeHidden()
  await expect(person.page).toHaveURL(PAPER)
  await person.button('Rechercher').click()
  await person.dialog.getByRole('combobox').fill('bac pc 2019 rattrapage')
  await person.dialog.getByRole('option').first().click()
  await expect(person.page).toHaveURL(/2019-rattrapage$/)
  await person.page.goBack()
  await expect(person.page).toHaveURL(PAPER)
  await expect(person.dialog).toBeHidden()
  await person.page.goBack()
  await expect(person.page).toHaveURL('/sujets-bac')
})

/**
 * Translates a page as browsers do: each text, also a later one, gives way to another one in two elements, and the page
 * keeps texts that it does not see any more. Words stay as they are, so that the story finds them.
 */
async function translates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeft = ({ parentElement }: Node) =>
      !parentElement ||
      parentElement.closest('[translate=no], font, script, style, textarea, option, svg') !== null
    const translate = (text: Node) => {
      if (isLeft(text) || !text.textContent?.trim()) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.textContent)
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    const translateIn = (part: Node) => {
      if (part instanceof Text) return translate(part)
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (texts.nextNode()) found.push(texts.currentNode)
      for (const text of found) translate(text)
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) translate(target)
        for (const added of addedNodes) if (added.isConnected) translateIn(added)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
