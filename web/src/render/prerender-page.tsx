import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { PageContent } from '#shared/contract/page-content.ts'
import { Site } from '#web/app/app.tsx'
import { descriptionOf, structuredData } from '#web/app/page-metadata.ts'
import { routeOf } from '#web/app/routes.tsx'
import { seededAnswers } from '#web/lib/api/page-content.ts'
import { setPageClient } from '#web/lib/api/page-queries.tsx'
import { titleOf } from '#web/lib/page-titles.ts'
import { seedSettings } from '#web/lib/settings.ts'

/** Matches the elements at the start of React's output that belong into the head. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/

/** Returns the page's title without the site's name; none with entities, which would be escaped twice. */
function ownTitle(head: string): string {
  return /<title>([^<&]*) \| [^<]*<\/title>/.exec(head)?.[1] ?? __SITE_NAME__
}

/**
 * Renders a page as an anonymous visitor sees it.
 * @returns its parts, with the title and the canonical link in `head`, and the name of its component, by which its chunk
 * is found; the not-found page has no description
 * @throws the error of a component
 */
export async function prerenderPage(path: string, content: PageContent) {
  const { component, preload } = routeOf(path)
  await preload()
  // The answers never expire, since a timer would keep the process from ending.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  seedSettings(content)
  seededAnswers.set(content.answers)
  setPageClient(client)
  const faults: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <Site />
      </StaticRouter>
    </StrictMode>,
    {
      onError: (error) => void faults.push(error),
      // The page is rendered in one piece: React joins several with an inline script, which the content security policy
      // forbids.
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
    structuredData: structuredData(path, content),
    title: titleOf(path) ?? ownTitle(head),
    description: descriptionOf(path, content),
  }
}
