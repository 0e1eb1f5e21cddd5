import * as v from 'valibot'
import type { ThemeSlug } from '../catalogue/themes.ts'
import type { TrackCode } from '../catalogue/tracks.ts'
import type { Exercise } from '../entities/exercise.ts'
import type { ChapterItem, VideoItem } from '../entities/resource.ts'
import type { SettingsView } from '../entities/settings.ts'
import type { SubjectItem } from '../entities/subject.ts'

/** A chapter by track, theme and its 1-based number: 'SM/ondes/1'. */
export type ChapterPath = `${TrackCode}/${ThemeSlug}/${number}`

/** Everything that the public pages show. Public views only: a file reference has no place in it. */
export type PublishedContent = {
  /** The site's name. */
  name: string
  /** Own address of the site, such as https://www.example.org; null: it has none, and search engines are kept out. */
  origin: string | null
  /** The day in Morocco, YYYY-MM-DD. */
  today: string
  settings: SettingsView
  /** Of all tracks, in each track year descending. */
  subjects: readonly SubjectItem[]
  /** The exercises of subjects by their ids; a subject without any may be left out. */
  exercises: ReadonlyMap<string, readonly Exercise[]>
  /** Resources by chapter, in the order of the API; a chapter without any may be left out. */
  chapters: Readonly<Partial<Record<ChapterPath, readonly ChapterItem[]>>>
  /** Newest first. */
  videos: readonly VideoItem[]
  /** When each document was added and last changed, by its public id. */
  dates: ReadonlyMap<string, DocumentDates>
}

/** ISO instants. */
export type DocumentDates = {
  createdAt: string
  updatedAt: string
  /** The day on which a reported error was last corrected. */
  correctedOn?: string
}

/** What the renderer knows of the client build whose pages it renders; the build writes it as `client-build.json`. */
export type ClientBuild = {
  /** Vite's index.html, with the scripts of every page. */
  template: string
  /** Scripts that a page needs beyond these, by the name of its component: 'ContactPage'. */
  pageScripts: Readonly<Record<string, readonly string[]>>
  /** By the same name. */
  pageStyles: Readonly<Record<string, PageStyle>>
}

/** The part of the style sheet that a page's first paint needs, and the classes whose rules are not in it. */
export type PageStyle = { css: string; lacks: readonly string[] }

const Digest = v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/))

/**
 * Digests of the scripts and styles that stand inside pages, as a content security policy names them. The build writes
 * them as `inline-digests.json`, and the policy allows no others.
 */
export const InlineDigests = v.object({ scripts: v.array(Digest), styles: v.array(Digest) })
export type InlineDigests = v.InferOutput<typeof InlineDigests>

/** A file of the site as it is stored and served. */
export type RenderedFile = {
  /** Without a slash at its beginning: 'sujets-bac/sm.html'. */
  path: string
  body: string | Uint8Array
  contentType: string
  /** Of a page, the name of its component. */
  component?: string
  /** For a page that stands at an address of its own and says that there is none such. */
  status?: 404
}

/** An image for shared links. Its name holds a digest of what is drawn, so that a file of that name is never drawn again. */
export type ShareCard = { path: string; draw: () => Promise<Uint8Array> }

/** What `renderer.js` exports. */
export type Renderer = {
  /**
   * Renders every file of the site that depends on content, pages first.
   * @throws the error of a component
   */
  renderSite: (content: PublishedContent, build: ClientBuild) => AsyncIterable<RenderedFile>
  /** The cards that the pages name, as PNG images. */
  shareCards: (content: PublishedContent) => readonly ShareCard[]
  /** The scripts that public pages need beyond those of every page. */
  publicPageScripts: (build: ClientBuild) => readonly string[]
}
