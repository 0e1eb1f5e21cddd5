import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import { findTrack, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, listSubjects } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccountPending } from '#web/lib/auth/auth-state.ts'
import { useIsOfferOver } from '#web/lib/settings.ts'
import { useAnchoredPlace } from '#web/lib/use-anchored-place.ts'
import { AccountView, ForAccess, PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge, classNames, Row } from '#web/ui/card.tsx'
import { Loadable, Skeleton, useDeferredAnswer } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Alert } from '#web/ui/status.tsx'
import { SubjectTable } from './subject-table.tsx'
import styles from './subjects-page.module.css'

const YEARS = NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1

export const SubjectsPage = withQueries(function SubjectsPage({ track }: { track: TrackCode }) {
  const subjects = useDeferredAnswer(useQuery(api(listSubjects).queryOptions({ query: { track } })))
  const title = `Sujets ${findTrack(track).label}`
  return (
    <div data-track={track}>
      <Page
        title={title}
        eyebrow={<Badge tone="hue">Bac {track}</Badge>}
        intro="Les sujets de l'examen national de physique-chimie, session normale et rattrapage."
        figure={null}
      >
        <AnchoredPaper isListed={subjects.data !== undefined} />
        <TrackSwitch current={track} />
        <Loadable
          of={subjects}
          error="Une erreur est survenue lors du chargement des sujets"
          waiting={<Skeleton shape="rows" count={YEARS} />}
        >
          {({ items }) => (
            <AccountView>
              {(access) => (
                <>
                  <ForAccess of={['visitor']}>
                    <VisitorBox hasFree={items.some(({ isFree }) => isFree)} />
                  </ForAccess>
                  <ForAccess of={['free']}>
                    <NoOfferBox hasFree={items.some(({ isFree }) => isFree)} />
                  </ForAccess>
                  <SubjectTable caption={title} subjects={items} access={access} />
                </>
              )}
            </AccountView>
          )}
        </Loadable>
      </Page>
    </div>
  )
})

/** A component of its own, so that the table does not wait for the account. */
function AnchoredPaper({ isListed }: { isListed: boolean }) {
  const isPending = useAccountPending()
  useAnchoredPlace(isListed && !isPending)
  return null
}

function TrackSwitch({ current }: { current: TrackCode }) {
  return (
    <nav aria-label="Filières" className={styles.switch}>
      {tracks.map(({ code, label }) => (
        <NavLink
          key={code}
          to={subjectsPath(code)}
          className={classNames(styles.link, code === current && styles.current)}
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

const reserved = (hasFree: boolean) =>
  hasFree
    ? 'Les sujets marqués « Gratuit » sont ouverts à tous, les autres sont réservés aux comptes Premium.'
    : 'Les sujets sont réservés aux comptes Premium.'

/** A visitor may already have Premium and only needs to sign in. */
function VisitorBox({ hasFree }: { hasFree: boolean }) {
  return (
    <Alert kind="info">
      <p>{withFrenchSpaces(`${reserved(hasFree)} Vous en avez un ? Connectez-vous pour les ouvrir.`)}</p>
      <Row>
        <SignInLink />
        {useIsOfferOver() ? (
          <PremiumLink />
        ) : (
          <ButtonLink to="/premium" variant="premium">
            Découvrir Premium
          </ButtonLink>
        )}
      </Row>
    </Alert>
  )
}

/** Says once for all cells of the table that there is no offer. */
function NoOfferBox({ hasFree }: { hasFree: boolean }) {
  if (!useIsOfferOver()) return null
  return (
    <Alert kind="info">
      <p>{withFrenchSpaces(reserved(hasFree))}</p>
      <PremiumLink />
    </Alert>
  )
}
