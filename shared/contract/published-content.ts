import * as v from 'valibot'
import type { ThemeSlug, TrackCode } from '../catalogue/tracks.ts'
import type { StatementExercise } from '../domain/practice/statement-words.ts'
import type { Exercise } from '../entities/exercise.ts'
import type { PublishedAnswer } from '../entities/question.ts'
import type { ChapterItem, VideoItem } from '../entities/resource.ts'
import type { SettingsView } from '../entities/settings.ts'
import type { SubjectItem } from '../entities/subject.ts'

export type ChapterPath = `${TrackCode}/${ThemeSlug}/${number}`

/** An exercise in the text of a statement, with its most telling words in the form in which searches compare them. */
export type FoundExercise = Omit<StatementExercise, 'words'> & { words: readonly string[] }

/** The content of the public pages. It consists of public views only, which have no file references. */
export type PublishedContent = {
  name: string
  /** Null without an own address, and then search engines are kept out. */
  origin: string | null
  today: string
  settings: SettingsView
  subjects: readonly SubjectItem[]
  exercises: ReadonlyMap<string, readonly Exercise[]>
  /** The exercises in the texts of statements, by the ids of their subjects; one without a text may be left out. */
  statements: ReadonlyMap<string, readonly FoundExercise[]>
  chapters: Readonly<Partial<Record<ChapterPath, readonly ChapterItem[]>>>
  sheets: ReadonlyMap<ChapterPath, { html: string; updatedAt: string }>
  answers: ReadonlyMap<string, readonly PublishedAnswer[]>
  videos: readonly VideoItem[]
  dates: ReadonlyMap<string, DocumentDates>
}

export type DocumentDates = { createdAt: string; updatedAt: string; correctedOn?: string }

/** The parts of a client build that the renderer needs; the build writes them as `client-build.json`. */
export type ClientBuild = {
  template: string
  /** Scripts that a page needs in addition, by the name of its component: 'ContactPage'. */
  pageScripts: Readonly<Record<string, readonly string[]>>
  pageStyles: Readonly<Record<string, PageStyle>>
}

export type PageStyle = { css: string; lacks: readonly string[] }

const Digest = v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/))

/** In the form of a content security policy, which allows no other scripts and styles inside pages. */
export const InlineDigests = v.object({ scripts: v.array(Digest), styles: v.array(Digest) })
export type InlineDigests = v.InferOutput<typeof InlineDigests>

export type RenderedFile = {
  path: string
  body: string | Uint8Array
  contentType: string
  component?: string
  /** Status of a page at an address of its own that says that there is nothing there. */
  status?: 404
}

/** The name contains a digest of the content, so that a stored image is never drawn again. */
export type ShareCard = { path: string; draw: () => Promise<Uint8Array> }

export type Renderer = {
  renderSite: (content: PublishedContent, build: ClientBuild) => AsyncIterable<RenderedFile>
  shareCards: (content: PublishedContent) => readonly ShareCard[]
  publicPageScripts: (build: ClientBuild) => readonly string[]
}
