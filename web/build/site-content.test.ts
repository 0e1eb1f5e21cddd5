import { expect, test } from 'vitest'
import { readSiteContent, sampleContent } from './site-content.ts'

test('reads the content of the stage', () => {
  expect(readSiteContent(JSON.stringify(sampleContent))).toEqual(sampleContent)
})

test.each([undefined, '', '{}'])('refuses to build a site from %j', (json) => {
  expect(() => readSiteContent(json)).toThrow(/^SITE_CONTENT/)
})
