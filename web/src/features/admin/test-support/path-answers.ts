import { vi } from 'vitest'

/** Lets the network answer by the path under /api/admin, each path in turn; the last answer stays. @returns the calls */
export function pathAnswers(answers: Record<string, Response[]>): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${address}`)
    const [path = ''] = address.replace('/api/admin/', '').split('?')
    const [answer, ...later] = answers[path] ?? []
    if (!answer) throw new Error(`no answer for ${address}`)
    if (later.length > 0) answers[path] = later
    return answer.clone()
  })
  return calls
}
