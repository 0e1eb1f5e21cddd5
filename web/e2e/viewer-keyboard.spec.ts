import { expect } from '@playwright/test'
import { LONG_PAGES } from './support/document-server.ts'
import { Keyboard } from './support/keyboard.ts'
import { test } from './support/viewer.ts'

test('the viewer opens, pages, zooms, searches and closes a document by keyboard alone', async ({
  person,
  viewer,
  server: _server,
}) => {
  const keyboard = new Keyboard(person.page)
  await person.opens('/sujets-bac/sm')
  const open = person.button('Voir').first()
  await keyboard.uses(open)
  await expect(viewer.picture(1)).toBeVisible()
  await keyboard.presses('PageDown')
  await expect.poll(() => viewer.area.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
  await keyboard.presses('End')
  await expect(viewer.pageField).toHaveValue(String(LONG_PAGES))
  // Until the page is drawn, the browser still scrolls there.
  await expect(viewer.picture(LONG_PAGES)).toBeVisible()
  await keyboard.presses('Home')
  await expect(viewer.pageField).toHaveValue('1')
  const natural = await viewer.widthOf(1)
  await keyboard.presses('+')
  await expect.poll(() => viewer.widthOf(1)).toBeGreaterThan(natural)
  await keyboard.presses('-', '-')
  await expect.poll(() => viewer.widthOf(1)).toBeLessThan(natural)
  await keyboard.presses('0')
  await expect.poll(() => viewer.widthOf(1)).toBeGreaterThan(natural)
  await keyboard.goesTo(viewer.pageField)
  await keyboard.types('12')
  await keyboard.presses('Enter')
  await expect(viewer.picture(12)).toBeInViewport()
  await keyboard.presses('Control+f')
  await expect(viewer.findField).toBeFocused()
  await keyboard.types('exercice 15')
  await keyboard.presses('Enter')
  await expect(viewer.currentMatch).toHaveText('Exercice 15')
  await keyboard.presses('Escape')
  await expect(viewer.findField).toBeHidden()
  await expect(viewer.area).toBeFocused()
  await keyboard.staysIn(viewer.dialog)
  await keyboard.presses('Escape')
  await expect(viewer.dialog).toBeHidden()
  await expect(open).toBeFocused()
})
