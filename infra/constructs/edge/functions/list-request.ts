import type { RequestEvent, ViewerRequest, ViewerResponse } from '../edge-functions.ts'

declare const LISTS: readonly { path: string; fields: readonly string[] }[]
declare const INVALID: object

/**
 * Answers a list's request with an undeclared field, one field twice, or a value in another spelling: each would be
 * another key of the cache, and so another call of the API.
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
