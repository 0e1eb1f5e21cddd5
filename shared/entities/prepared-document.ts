import * as v from 'valibot'

// A PDF is drawn once on the server, into pictures that lie under the digest of its bytes:
// `{digest}/1.webp`, `{digest}/1@2x.webp`, …, `{digest}/text.json`, and last `{digest}/manifest.json`.

/** Digest of a file's bytes: SHA-256, in hex. */
export const ContentDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The picture of a page: pixels, and bytes. Its large one has twice the width and height. */
export const PagePicture = v.object({ width: v.number(), height: v.number(), bytes: v.number() })
export type PagePicture = v.InferOutput<typeof PagePicture>

/** Pages whose pictures a ticket and the stored item name; those of a longer document are in its manifest only. */
export const PICTURES_NAMED = 200

/** `size` in bytes: its pictures, text and manifest. */
export type Prepared = { pages: number; size: number; pictures: PagePicture[] }

/** An entry of the outline; `page` counts from 1, `depth` from 0. */
const OutlineEntry = v.object({ title: v.string(), page: v.number(), depth: v.number() })
export type OutlineEntry = v.InferOutput<typeof OutlineEntry>

/** A link from a place of one page to another page, in pixels of the page's picture. */
const PageLink = v.object({
  page: v.number(),
  x: v.number(),
  y: v.number(),
  width: v.number(),
  height: v.number(),
  to: v.number(),
})
export type PageLink = v.InferOutput<typeof PageLink>

/**
 * Everything about a prepared document but its text, written last. `digest`: the first 16 hex digits of the SHA-256 of
 * a picture, by which a device that keeps an earlier version knows the pages that it has.
 */
export const PreparedManifest = v.object({
  pictures: v.array(v.object({ ...PagePicture.entries, largeBytes: v.number(), digest: v.string() })),
  textBytes: v.number(),
  outline: v.array(OutlineEntry),
  links: v.array(PageLink),
})
export type PreparedManifest = v.InferOutput<typeof PreparedManifest>

/**
 * A line of text on a page, from top to bottom: `[x, y, width, height, text]` in pixels of the page's picture. The
 * columns and cells of a row are lines of their own.
 */
export const TextLine = v.tuple([v.number(), v.number(), v.number(), v.number(), v.string()])
export type TextLine = v.InferOutput<typeof TextLine>

/** Returns the text of each row of a page: its parts stand one after the other, with the same top and height. */
export function rowTexts(lines: readonly TextLine[]): string[] {
  const rows: string[] = []
  for (const [index, [, y, , height, text]] of lines.entries()) {
    const before = lines[index - 1]
    rows.push(before?.[1] === y && before[3] === height ? `${rows.pop()} ${text}` : text)
  }
  return rows
}

export const PreparedText = v.object({ pages: v.array(v.array(TextLine)) })
export type PreparedText = v.InferOutput<typeof PreparedText>

/** Pages count from 1. */
export function pictureName(page: number, isLarge = false): string {
  return `${page}${isLarge ? '@2x' : ''}.webp`
}

export const MANIFEST_NAME = 'manifest.json'
export const TEXT_NAME = 'text.json'

/** Returns the path of a prepared document on the site, which is also the prefix of its keys in the bucket. */
export function preparedPath(digest: string): string {
  return `/files/pages/${digest}`
}

/** The key of the object that keeps the words of all statements for the search. No address of the site leads to it. */
export const STATEMENT_WORDS = 'statement-words.json'
