import { ArrowRight, BookOpenCheck, Layers, Lightbulb, PlayCircle, Target } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { enumerateTracks } from '#shared/catalogue/tracks.ts'
import { OWN_THINGS, PENDING_MARK } from '#shared/contract/start-script.ts'
import { useOwnAnswer } from '#web/lib/api/page-content.ts'
import { useAccess, useAccountPending, useProfile } from '#web/lib/auth/auth-state.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { HOME_PATH, type HomePaper, NO_CONTENT } from '#web/lib/home-content.ts'
import { useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { DocumentTitle, Drawing, millimetrePaper, PageHeading } from '#web/ui/page.tsx'
import styles from './home-page.module.css'
import { ExamDates, NewsSection, TrackCards } from './home-sections.tsx'

const benefits = [
  {
    icon: BookOpenCheck,
    title: 'Corrections détaillées étape par étape',
    text: 'Chaque réponse est justifiée, comme on vous le demande sur la copie.',
  },
  {
    icon: PlayCircle,
    title: 'Vidéos explicatives',
    text: 'Les questions difficiles, reprises au tableau et à votre rythme.',
  },
  {
    icon: Layers,
    title: 'Organisation par thèmes et notions clés',
    text: 'Vous retrouvez un exercice par son chapitre, son année et sa session.',
  },
  {
    icon: Lightbulb,
    title: 'Méthode de résolution des problèmes',
    text: "Lire l'énoncé, reconnaître la notion, poser les équations, conclure.",
  },
  {
    icon: Target,
    title: 'Contenu adapté à votre filière',
    text: `${enumerateTracks('ou')}\u00a0: seulement les chapitres de votre programme.`,
  },
]

type StudentHomeProps = { papers: readonly HomePaper[] | null }

type HomePageProps = { StudentHome?: ComponentType<StudentHomeProps>; OwnerHome?: ComponentType }

/** `StudentHome` and `OwnerHome` are lazy components with what a signed-in student has, and what waits for an owner. */
export function HomePage({ StudentHome, OwnerHome }: HomePageProps) {
  const { priceDh } = useSettings()
  const isOver = useIsOfferOver()
  const isPending = useAccountPending()
  const isPremium = useAccess() === 'premium'
  const content = useOwnAnswer(HOME_PATH, NO_CONTENT)
  return (
    <>
      <DocumentTitle of="Accueil" />
      {StudentHome && (
        <OwnPart StudentHome={StudentHome} OwnerHome={OwnerHome} papers={content?.papers ?? null} />
      )}
      <section className={classNames(millimetrePaper, styles.hero)}>
        <div className={styles.heroInside}>
          <div>
            <PageHeading className={styles.title}>Réussissez votre bac en physique-chimie</PageHeading>
            <p className={styles.lead}>
              Les sujets de l'examen national, leurs corrections et des vidéos, classés par filière, thème et
              chapitre par un professeur expérimenté.
            </p>
            <div className={styles.actions} {...(isPending && { [PENDING_MARK]: '' })}>
              <ButtonLink to="/sujets-bac">
                Voir les sujets du bac
                <ArrowRight size={18} aria-hidden="true" />
              </ButtonLink>
              {!isPremium && (
                <div className={styles.sold}>
                  <ButtonLink to="/premium" variant="secondary">
                    Accès Premium
                  </ButtonLink>
                </div>
              )}
            </div>
          </div>
          <HeroFigure />
        </div>
        <div className={styles.foot}>
          <Claims />
        </div>
      </section>

      <section className={styles.section} aria-labelledby="filieres">
        <h2 id="filieres" className={styles.heading}>
          Choisissez votre filière
        </h2>
        <TrackCards />
      </section>

      <NewsSection news={content?.news ?? null} />

      <div className={styles.band}>
        <div className={styles.inside}>
          <ExamDates />
        </div>
      </div>

      <section className={classNames(styles.section, styles.split)} aria-labelledby="atouts">
        <div className={styles.pitch}>
          <h2 id="atouts" className={styles.heading}>
            Ce que vous trouverez ici
          </h2>
          <p>
            {isPremium
              ? 'Votre compte Premium ouvre tous les sujets et toutes les corrections.'
              : isOver
                ? 'La prochaine offre Premium est en préparation\u00a0: laissez-nous un message. Des vidéos sont gratuites.'
                : `Un seul paiement de ${priceDh} DH ouvre tous les sujets et toutes les corrections\u00a0; des vidéos sont gratuites.`}
          </p>
          <ButtonLink to="/videos-gratuites" variant="secondary">
            Voir les vidéos gratuites
          </ButtonLink>
        </div>
        <Benefits />
      </section>
    </>
  )
}

type OwnPartProps = StudentHomeProps & {
  StudentHome: ComponentType<StudentHomeProps>
  OwnerHome: ComponentType | undefined
}

/**
 * The beginning of the page for a signed-in user, whose space is reserved from the first paint on. Owners see first what
 * waits for them; admins see a student's part once they have something of their own.
 */
function OwnPart({ StudentHome, OwnerHome, papers }: OwnPartProps) {
  const profile = useProfile()
  const isPending = useAccountPending()
  const [hasOwnThings] = useState(() => browserStorage.getItem(OWN_THINGS) !== null)
  if (!profile && !isPending) return null
  const isStudent = !profile?.isAdmin || hasOwnThings
  const isOwner = profile?.isOwner && OwnerHome !== undefined
  return (
    <div className={styles.own} hidden={!isStudent && !isOwner} {...(isPending && { [PENDING_MARK]: '' })}>
      {isOwner && (
        <Suspense fallback={OUTLINES}>
          <OwnerHome />
        </Suspense>
      )}
      <div hidden={!isStudent}>
        <Suspense fallback={OUTLINES}>{profile ? <StudentHome papers={papers} /> : OUTLINES}</Suspense>
      </div>
    </div>
  )
}

const OUTLINES = (
  <div className={styles.outlines} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
)

export function Claims() {
  const { claims } = useSettings()
  return (
    <dl className={styles.claims}>
      {[
        { figure: claims.subjects, label: "sujets d'examen" },
        { figure: claims.resources, label: 'ressources' },
        { figure: claims.yearsOfExperience, label: "ans d'expérience" },
      ].map(({ figure, label }) => (
        <div key={label} className={styles.claim}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>
            <small>Plus de</small> {withThousands(figure)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** '1 200': without the browser's `Intl` dictionaries, which a cheap phone loads for 60 ms. */
function withThousands(figure: number): string {
  return String(figure).replace(/\B(?=(?:\d{3})+$)/g, '\u202f')
}

function HeroFigure() {
  return (
    <Drawing width={440} height={290} className={styles.drawing}>
      <path data-line="thin" d="M30 280V20M24 30l6-10 6 10M30 150h392M412 144l10 6-10 6" />
      <path data-line="dashed" d="M30 58C120 98 240 128 400 138M30 242C120 202 240 172 400 162" />
      <path data-line="thin" d="M30 272h91M38 267l-8 5 8 5M113 267l8 5-8 5M121 92v186" />
      <path
        className={styles.curve}
        d="M30 58c18 0 22 172 45 172s24-142 46-142 23 116 46 116 23-95 45-95 23 77 45 77 23-63 45-63 23 50 45 50 20-36 38-36"
      />
      <circle cx="121" cy="88" r="6" className={styles.point} />
      <g className="soft" fontSize="20">
        <text transform="translate(42 32)">x(t)</text>
        <text transform="translate(70 264)">T</text>
        <text transform="translate(414 174)">t</text>
      </g>
    </Drawing>
  )
}

function Benefits() {
  return (
    <ul className={styles.benefits}>
      {benefits.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles.benefit}>
          <Icon size={24} aria-hidden="true" />
          <div>
            <h3 className={styles.benefitTitle}>{title}</h3>
            <p className="soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
