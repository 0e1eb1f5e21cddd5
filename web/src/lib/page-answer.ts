import { ApiFailure, networkFailure } from './api/failure.ts'

/**
 * What a public page says of itself beyond the answers of the API, read from its HTML.
 * @throws ApiFailure for a page that is not there or does not say anything
 */
export async function fetchPageAnswer<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal }).catch((cause: unknown) => {
    throw networkFailure(cause)
  })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const json = page.getElementById('content')?.textContent
  const { answers = [] } = json
    ? (JSON.parse(json) as { answers?: { route: string; answer: unknown }[] })
    : {}
  const own = answers.find(({ route }) => route === path)
  if (!own) throw new ApiFailure('refused', { status: response.status })
  return own.answer as T
}
