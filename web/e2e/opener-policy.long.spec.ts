import { expect } from '@playwright/test'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const OWNER = 'proprietaire@demo.bac'
test.use({ as: OWNER })

/** True while the page that opened a window can still replace it. */
function isHeld({ page }: Person): Promise<boolean> {
  return page.evaluate(() => !(window as unknown as { opened: Window }).opened.closed)
}

test('a site that opened a public page loses the window when an owner goes on to the dashboard', async ({
  person,
  baseURL,
}) => {
  const opening = person.context.waitForEvent('page')
  await person.page.evaluate((address) => Object.assign(window, { opened: window.open(address) }), baseURL)
  const tab = await opening
  await person.hasLoaded({ tab })
  await expect.poll(() => isHeld(person)).toBe(true)
  await tab.getByRole('button', { name: OWNER }).click()
  await tab.getByRole('link', { name: 'Administration' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect.poll(() => isHeld(person)).toBe(false)
  await tab.goBack()
  await expect(tab).toHaveURL('/')
  await expect.poll(() => isHeld(person)).toBe(false)
})
