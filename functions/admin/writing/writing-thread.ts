import { parentPort } from 'node:worker_threads'
import { renderText } from '#shared/writing/render-text.ts'

// This thread is a file of its own beside the bundle, of which its libraries would be a quarter.

parentPort?.once('message', (markdown: string) => parentPort?.postMessage(renderText(markdown)))
parentPort?.postMessage('ready')
