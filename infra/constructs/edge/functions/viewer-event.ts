/** The value of a header, a cookie or a field of the query string. */
type Value = { value: string; multiValue?: { value: string }[] }
type Values = Record<string, Value | undefined>

export type ViewerRequest = { uri: string; querystring: Values; headers: Values; cookies: Values }

export type ViewerResponse = {
  statusCode: number
  statusDescription?: string
  headers?: Values
  body?: string
}

/** The event of a function that CloudFront calls before it looks for an answer. */
export type RequestEvent = { request: ViewerRequest }

/** The event of a function that CloudFront calls before it answers. */
export type ResponseEvent = { response: ViewerResponse & { headers: Values } }
