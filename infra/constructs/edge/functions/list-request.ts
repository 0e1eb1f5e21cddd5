import type { RequestEvent, ViewerRequest, ViewerResponse } from '../edge-functions.ts'

/** The pattern of each list's path, with the fields that its query string may have. */
declare const LISTS: readonly { path: string; fields: readonly string[] }[]
/** Body of the answer: a problem. */
declare const INVALID: object

/**
 * Answers instead of the API a request for a list with a field that its route does not have, with one field twice, or
 * with a value in another spelling. Each of these would be another key of the cache, and so another call of the API.
 */
export function handler(event: RequestEvent): ViewerRequest | ViewerResponse {
  const request = event.request
  const list = LISTS.find((each) => new RegExp(each.path).test(request.uri))
  const isDeclared = Object.keys(request.querystring).every((name) => {
    const field = request.querystring[name]
    return list?.fields.includes(name) && field && !field.multiValue && !field.value.includes('%')
  })
  if (isDeclared) return request
  return {
    statusCode: 400,
    statusDescription: 'Bad Request',
    headers: {
      'content-type': { value: 'application/problem+json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: JSON.stringify(INVALID),
  }
}
