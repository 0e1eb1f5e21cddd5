/**
 * Aborts with the first Ctrl-C or other sign to end, so that a command stops between two steps and tidies up. The same
 * signal may come twice: from the terminal to the whole group, and from the parent.
 * @param words what the operator is told then
 */
export function interruption(words: string): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => controller.abort(new Error(words)))
  return controller.signal
}
