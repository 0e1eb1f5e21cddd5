import * as v from 'valibot'
import type { ThemeSlug, TrackCode } from '../catalogue/tracks.ts'
import type { StatementExercise } from '../domain/practice/statement-words.ts'
import type { Exercise } from '../entities/exercise.ts'
import type { PublishedAnswer } from '../entities/question.ts'
import type { ChapterItem, VideoItem } from '../entities/resource.ts'
import type { SettingsView } from '../entities/settings.ts'
import type { SubjectItem } from '../entities/subject.ts'

/** A chapter by track, theme and its 1-based number: 'SM/ondes/1'. */
export type ChapterPath = `${TrackCode}/${ThemeSlug}/${number}`

/** An exercise in the text of a statement, with its most telling words in the form in which searches compare them. */
export type FoundExercise = Omit<StatementExercise, 'words'> & { words: readonly string[] }

/** The content of the public pages. It consists of public views only, which have no file references. */
export type PublishedContent = {
  /** The site's name. */
  name: string
  /**
   * The site's own address, such as https://www.example.org; null without one, and then search engines are kept out.
   */
  origin: string | null
  /** The day in Morocco, YYYY-MM-DD. */
  today: string
  settings: SettingsView
  /** The subjects of all tracks, each track by descending year. */
  subjects: readonly SubjectItem[]
  /** The exercises of subjects by their ids; a subject without any may be left out. */
  exercises: ReadonlyMap<string, readonly Exercise[]>
  /** The exercises in the texts of statements, by the ids of their subjects; one without a text may be left out. */
  statements: ReadonlyMap<string, readonly FoundExercise[]>
  /** Resources by chapter, in the order of the API; a chapter without any may be left out. */
  chapters: Readonly<Partial<Record<ChapterPath, readonly ChapterItem[]>>>
  /** Revision sheets as safe HTML, with the instant of their last change. */
  sheets: ReadonlyMap<ChapterPath, { html: string; updatedAt: string }>
  /** Answers to questions of students, by the id of the paper or the path of the chapter whose page shows them. */
  answers: ReadonlyMap<string, readonly PublishedAnswer[]>
  /** Newest first. */
  videos: readonly VideoItem[]
  /** The times at which each document was added and last changed, by its public id. */
  dates: ReadonlyMap<string, DocumentDates>
}

/** ISO instants. */
export type DocumentDates = {
  createdAt: string
  updatedAt: string
  /** The day on which a reported error was last corrected. */
  correctedOn?: string
}

/** The parts of a client build that the renderer needs; the build writes them as `client-build.json`. */
export type ClientBuild = {
  /** Vite's index.html, with the scripts of every page. */
  template: string
  /** Scripts that a page needs in addition, by the name of its component: 'ContactPage'. */
  pageScripts: Readonly<Record<string, readonly string[]>>
  /** The styles of a page, by the name of its component. */
  pageStyles: Readonly<Record<string, PageStyle>>
}

/** The part of the style sheet that a page's first paint needs, and the classes whose rules are not in it. */
export type PageStyle = { css: string; lacks: readonly string[] }

const Digest = v.pipe(v.string(), v.regex(/^sha256-[\w+/]{43}=$/))

/**
 * Digests of the scripts and styles inside pages, in the form of a content security policy. The build writes them as
 * `inline-digests.json`, and the policy allows no others.
 */
export const InlineDigests = v.object({ scripts: v.array(Digest), styles: v.array(Digest) })
export type InlineDigests = v.InferOutput<typeof InlineDigests>

/** A file of the site as it is stored and served. */
export type RenderedFile = {
  /** Path without a leading slash: 'sujets-bac/sm.html'. */
  path: string
  body: string | Uint8Array
  contentType: string
  /** Name of the component of a page. */
  component?: string
  /** Status of a page at an address of its own that says that there is nothing there. */
  status?: 404
}

/**
 * An image for shared links. Its name contains a digest of its content, so that a stored image is never drawn again.
 */
export type ShareCard = { path: string; draw: () => Promise<Uint8Array> }

/** The exports of `renderer.js`. */
export type Renderer = {
  /**
   * Renders every file of the site that depends on content, pages first.
   * @throws the error of a component
   */
  renderSite: (content: PublishedContent, build: ClientBuild) => AsyncIterable<RenderedFile>
  /** Returns the cards that the pages name, as PNG images. */
  shareCards: (content: PublishedContent) => readonly ShareCard[]
  /** Returns the scripts that public pages need beyond those of every page. */
  publicPageScripts: (build: ClientBuild) => readonly string[]
}
