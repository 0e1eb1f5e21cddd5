/** The owner's guide, made from the docs by web/build/plugins.ts: a part for each of its headings. */
declare module 'virtual:owner-guide' {
  export type GuideSection = { id: string; title: string; html: string }
  export const sections: readonly GuideSection[]
}
