import { ArrowRight, BookOpenCheck, Layers, Lightbulb, PlayCircle, Target } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { site } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/page.tsx'
import { HeroFigure } from './hero-figure.tsx'
import styles from './home-page.module.css'

const pitches: Record<TrackCode, string> = {
  SM: 'Le programme complet des sciences mathématiques, de la mécanique au dipôle RLC forcé.',
  PC: 'Toute la physique et toute la chimie de la filière, chapitre par chapitre.',
  SVT: "L'essentiel de la physique-chimie pour l'examen national de la filière SVT.",
}

const benefits = [
  { icon: BookOpenCheck, title: 'Corrections détaillées étape par étape' },
  { icon: PlayCircle, title: 'Vidéos explicatives' },
  { icon: Layers, title: 'Organisation par thèmes et notions clés' },
  { icon: Lightbulb, title: 'Méthode de résolution des problèmes' },
  { icon: Target, title: 'Contenu adapté à votre filière' },
]

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
      <section className={styles.hero}>
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
          </div>
          <HeroFigure />
        </div>
      </section>

      <section className={styles.section} aria-labelledby="filieres">
        <h2 id="filieres">Choisissez votre filière</h2>
        <ul className={styles.tracks}>
          {tracks.map(({ code, slug, label }) => (
            <li key={code} data-track={code}>
              <Link to={`/${slug}`} className={styles.track}>
                <span className={styles.code} aria-hidden="true">
                  {code}
                </span>
                <h3>{label}</h3>
                <p>{pitches[code]}</p>
                <span className={styles.more}>
                  Voir les thèmes
                  <ArrowRight size={18} aria-hidden="true" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.section} aria-labelledby="atouts">
        <h2 id="atouts">Ce que vous trouverez ici</h2>
        <ul className={styles.benefits}>
          {benefits.map(({ icon: Icon, title }) => (
            <li key={title} className={styles.benefit}>
              <span className={styles.icon}>
                <Icon size={22} aria-hidden="true" />
              </span>
              {title}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
