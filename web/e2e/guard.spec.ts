import { expect } from '@playwright/test'
import { ConsoleGuard } from './support/console-guard.ts'
import { test } from './support/story.ts'

test('unexpected console messages and blocked scripts fail a test', async ({ context, page }) => {
  const guard = new ConsoleGuard(context)
  await page.goto('/contact')
  const tab = await context.newPage()
  await tab.goto('/premium')
  expect(guard.faults).toEqual([])

  await tab.evaluate(() => console.error('quelque chose manque'))
  await expect.poll(() => guard.faults).toEqual(['quelque chose manque'])
  guard.announces(/./)
  expect(guard.faults).toEqual([])
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = '0'
    document.body.append(script)
  })
  await expect.poll(() => guard.faults).toEqual([expect.stringContaining('script-src')])
})
