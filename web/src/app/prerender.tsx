import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { titleOf } from '#web/lib/page-titles.ts'
import { Site } from './app.tsx'
import { descriptionOf, structuredData } from './page-metadata.ts'
import { routeOf } from './routes.tsx'

/** A page as the build writes it. */
export type PrerenderedPage = {
  /** Title and canonical link: elements that React put first and that belong into the head. */
  head: string
  /** What stands in the root. */
  body: string
  /** The page component's name, by which the build finds its chunk. */
  component: string
  structuredData: object[]
  /** What the page is called where somebody shares it. */
  title: string
  /** Undefined for the page for unknown addresses. */
  description: string | undefined
}

/** The elements at the start of React's output that it would have put into a head of its own. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/

/** What a page calls itself in its head, without the site's name; entities would be escaped a second time. */
function ownTitle(head: string): string {
  return /<title>([^<&]*) \| [^<]*<\/title>/.exec(head)?.[1] ?? __SITE__.name
}

/** Renders a page as a visitor sees it before anything is known about him. @throws whatever a component throws */
export async function prerenderPage(path: string): Promise<PrerenderedPage> {
  const { component, preload } = routeOf(path)
  await preload()
  const faults: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <Site />
      </StaticRouter>
    </StrictMode>,
    {
      onError: (error) => void faults.push(error),
      // Whole pages: larger ones would come in pieces that an inline script puts together, which the CSP forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  )
  const html = await new Response(prelude).text()
  if (faults.length > 0) throw faults[0]
  const head = HOISTED.exec(html)?.[0] ?? ''
  return {
    head,
    body: html.slice(head.length),
    component,
    structuredData: structuredData(path),
    title: titleOf(path) ?? ownTitle(head),
    description: descriptionOf(path),
  }
}
