import type { ResponseEvent, ViewerResponse } from '../edge-functions.ts'

/**
 * Not-found pages are files with a status in their metadata, since custom error responses would replace the API's
 * errors. A browser that has the page already gets its 304.
 */
export function handler(event: ResponseEvent): ViewerResponse {
  const response = event.response
  const stored = response.headers['x-amz-meta-status']
  delete response.headers['x-amz-meta-status']
  if (stored?.value === '404' && response.statusCode === 200) {
    response.statusCode = 404
    response.statusDescription = 'Not Found'
  }
  return response
}
