import { ArrowRight } from 'lucide-react'
import { site } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { millimetrePaper } from '#web/ui/figure-panel.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/page.tsx'
import { Benefits } from './benefits.tsx'
import { ExamDates } from './exam-dates.tsx'
import { HeroFigure } from './hero-figure.tsx'
import styles from './home-page.module.css'
import { TrackCards } from './track-cards.tsx'

const { subjects, resources, yearsOfExperience } = site.claims
const claims = [
  { figure: subjects, label: "sujets d'examen" },
  { figure: resources, label: 'ressources' },
  { figure: yearsOfExperience, label: "ans d'expérience" },
]

export function HomePage() {
  return (
    <>
      <DocumentTitle of="Accueil" />
      <section className={classNames(millimetrePaper, styles.hero)}>
        <div className={styles.heroInside}>
          <div>
            <PageHeading className={styles.title}>Réussissez votre bac en physique-chimie</PageHeading>
            <p className={styles.lead}>
              Les sujets de l'examen national, leurs corrections et des vidéos, classés par filière, thème et
              chapitre par un professeur expérimenté.
            </p>
            <div className={styles.actions}>
              <ButtonLink to="/sujets-bac">
                Voir les sujets du bac
                <ArrowRight size={18} aria-hidden="true" />
              </ButtonLink>
              <ButtonLink to="/premium" variant="secondary">
                Accès Premium
              </ButtonLink>
            </div>
          </div>
          <HeroFigure />
        </div>
        <dl className={styles.claims}>
          {claims.map(({ figure, label }) => (
            <div key={label} className={styles.claim}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.figure}>
                <small>Plus de</small> {figure}
              </dd>
            </div>
          ))}
        </dl>
      </section>

      <section className={styles.section} aria-labelledby="filieres">
        <h2 id="filieres" className={styles.heading}>
          Choisissez votre filière
        </h2>
        <TrackCards />
      </section>

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
            Un seul paiement de {site.priceDh} DH ouvre tous les sujets et toutes les corrections ; des vidéos
            sont gratuites.
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
