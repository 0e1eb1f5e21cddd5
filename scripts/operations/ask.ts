import { createInterface } from 'node:readline/promises'

/**
 * Asks in the terminal.
 * @returns the answer without spaces around it; an empty one where nobody can answer
 * @throws the signal's reason
 */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // While a line is read the terminal sends no signal by itself.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return (await Promise.race([terminal.question(question, { signal }), closed])).trim()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    terminal.close()
  }
}
