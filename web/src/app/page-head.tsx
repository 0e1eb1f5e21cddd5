import { useLocation } from 'react-router-dom'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import { routeOf } from './routes.tsx'

/** The one address of a page; the browser's own sharing takes it too. React puts it into the head. */
export function PageHead() {
  const { pathname } = useLocation()
  if (!__SITE_ORIGIN__ || routeOf(pathname).path === '*') return null
  return <link rel="canonical" href={`${__SITE_ORIGIN__}${withoutSlash(pathname)}`} />
}
