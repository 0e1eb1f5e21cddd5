import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Lines that are printed of each text; the whole text is in the folder of the failed test. */
const MOST_LINES = 60

/**
 * Prints what was kept of each failed test as text: the content of its page, and its console and requests. A machine
 * that throws its files away, as most CI does, leaves nothing else; it often shows only the end of its output, so that
 * this comes last.
 */
export default class FailureReporter implements Reporter {
  readonly #texts: string[] = []

  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus || status === 'skipped') return
    for (const { name, contentType, path } of attachments) {
      if (!path || !contentType.startsWith('text/')) continue
      this.#texts.push(`\n── ${test.title}: ${name}\n${essence(readFileSync(path, 'utf8'))}`)
    }
  }

  onEnd(): void {
    for (const text of this.#texts) console.log(text)
  }
}

/** Returns the beginning of the page's outline, where Playwright has written one, or the end of a log. */
function essence(text: string): string {
  const outline = /```yaml\n(.*?)```/s.exec(text)?.[1]
  if (outline) return outline.split('\n').slice(0, MOST_LINES).join('\n')
  return text.trimEnd().split('\n').slice(-MOST_LINES).join('\n')
}
