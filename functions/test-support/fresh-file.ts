import { afterAll, vi } from 'vitest'

// Runs before each test file. The files of a worker share its process, but neither modules nor environment.

vi.resetModules()

const before = { ...process.env }
afterAll(() => {
  process.env = before
})

// The logger and the metrics read these when they are created.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
process.env.POWERTOOLS_METRICS_DISABLED = 'true'
