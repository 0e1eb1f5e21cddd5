import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'
import { matchesPattern } from './signed-url.ts'

export type SiteObject = {
  body: Buffer
  etag: string
  contentType: string
  cacheControl: string | null
  /** Headers named `x-amz-meta-…`. */
  metadata: Record<string, string>
}

type Source = { path: string; markers: Record<string, string>; cacheControl: string | null }

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
}

const Deployment = v.object({
  SourceObjectKeys: v.array(v.string()),
  SourceMarkers: v.optional(v.array(v.record(v.string(), v.string())), []),
  Exclude: v.optional(v.array(v.string()), []),
  Include: v.optional(v.array(v.string()), []),
  SystemMetadata: v.optional(v.record(v.string(), v.string()), {}),
})

/** The bucket of the built site, filled by the templates' bucket deployments. */
export class StaticSite {
  readonly #sources = new Map<string, Source>()
  readonly #objects = new Map<string, SiteObject>()

  constructor(templates: Templates) {
    for (const resource of templates.all('Custom::CDKBucketDeployment')) {
      const deployment = resource.read(Deployment)
      deployment.SourceObjectKeys.forEach((objectKey, index) => {
        const markers = deployment.SourceMarkers[index] ?? {}
        const cacheControl = deployment.SystemMetadata['cache-control'] ?? null
        const folder = templates.pathOfAsset(objectKey)
        for (const key of keysIn(folder))
          if (isTaken(key, deployment))
            this.#sources.set(key, { path: join(folder, key), markers, cacheControl })
      })
    }
  }

  get(key: string): SiteObject | null {
    const source = this.#sources.get(key)
    if (!source) return null
    const object = this.#objects.get(key) ?? readObject(key, source)
    this.#objects.set(key, object)
    return object
  }
}

/** Exclusions first, then what is included in spite of them, as `aws s3 sync` is called. */
function isTaken(key: string, { Exclude, Include }: v.InferOutput<typeof Deployment>): boolean {
  const matches = (patterns: string[]) => patterns.some((pattern) => matchesPattern(key, pattern))
  return !matches(Exclude) || matches(Include)
}

function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
}

function readObject(key: string, { path, markers, cacheControl }: Source): SiteObject {
  const body = withMarkers(readFileSync(path), markers)
  return {
    body,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    contentType: CONTENT_TYPES[extname(key)] ?? 'binary/octet-stream',
    cacheControl,
    metadata: {},
  }
}

/** Replaces `<<marker:…>>` by values, as the deployment does. */
function withMarkers(body: Buffer, markers: Record<string, string>): Buffer {
  const pairs = Object.entries(markers)
  const replaced = () => pairs.reduce((text, [marker, value]) => text.replaceAll(marker, value), String(body))
  return pairs.length === 0 ? body : Buffer.from(replaced())
}
