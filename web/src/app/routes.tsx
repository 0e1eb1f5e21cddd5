import { type ComponentType, lazy } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { TRACK_CODES, tracks } from '#shared/catalogue/tracks.ts'
import { HomePage } from '#web/features/home/home-page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { LazyPart } from './lazy-part.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** A page in a chunk of its own. */
function page<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const LoginPage = page(() => import('#web/features/auth/login-page.tsx'), 'LoginPage')
const SignupPage = page(() => import('#web/features/auth/signup-page.tsx'), 'SignupPage')
const AccountPage = page(() => import('#web/features/account/account-page.tsx'), 'AccountPage')
const TrackPage = page(() => import('#web/features/tracks/track-page.tsx'), 'TrackPage')
const ChapterPage = page(() => import('#web/features/chapter/chapter-page.tsx'), 'ChapterPage')
const ExamSubjectsPage = page(
  () => import('#web/features/subjects/exam-subjects-page.tsx'),
  'ExamSubjectsPage',
)
const SubjectsPage = page(() => import('#web/features/subjects/subjects-page.tsx'), 'SubjectsPage')
const UploadPage = page(() => import('#web/features/upload/upload-page.tsx'), 'UploadPage')
const VideosPage = page(() => import('#web/features/videos/videos-page.tsx'), 'VideosPage')
const ContactPage = page(() => import('#web/features/contact/contact-page.tsx'), 'ContactPage')
const AboutPage = page(() => import('#web/features/about/about-page.tsx'), 'AboutPage')
const PremiumPage = page(() => import('#web/features/premium/premium-page.tsx'), 'PremiumPage')
const AdminPage = page(() => import('#web/features/admin/admin-page.tsx'), 'AdminPage')

/** Every address of the site (spec section 2). */
export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    <LazyPart key={sectionOf(pathname)} fallback={<Spinner />} failed={<ErrorPage />}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/compte" element={<AccountPage />} />
        {tracks.map(({ code, slug }) => (
          <Route key={code} path={`/${slug}`} element={<TrackPage track={code} />} />
        ))}
        {tracks.map(({ code, slug }) => (
          <Route key={code} path={`/${slug}/:theme/:chapter`} element={<ChapterPage track={code} />} />
        ))}
        <Route path="/sujets-bac" element={<ExamSubjectsPage />} />
        {TRACK_CODES.map((code) => (
          <Route
            key={code}
            path={`/sujets-bac/${code.toLowerCase()}`}
            element={<SubjectsPage track={code} />}
          />
        ))}
        <Route path="/sujets-bac/upload" element={<UploadPage />} />
        <Route path="/videos-gratuites" element={<VideosPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/a-propos" element={<AboutPage />} />
        <Route path="/premium" element={<PremiumPage />} />
        <Route path="/admin/*" element={<AdminPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </LazyPart>
  )
}

/** The dashboard keeps its state while its tabs change; every other address is a page of its own. */
function sectionOf(pathname: string): string {
  return pathname.startsWith('/admin') ? '/admin' : pathname
}
