import { BookOpenCheck, FileText, FolderTree, PlayCircle } from 'lucide-react'
import { useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './about-page.module.css'

const features = [
  {
    icon: FileText,
    title: 'Sujets nationaux',
    text: "Les sujets de l'examen national de 2008 à aujourd'hui.",
  },
  {
    icon: BookOpenCheck,
    title: 'Corrections détaillées',
    text: 'Chaque question est résolue étape par étape.',
  },
  { icon: PlayCircle, title: 'Vidéos explicatives', text: 'Les points difficiles sont repris en vidéo.' },
  {
    icon: FolderTree,
    title: 'Classement clair',
    text: 'Tout est rangé par filière, thème, chapitre et année.',
  },
]

const approach = [
  { title: 'Comprendre le cours', text: "L'essentiel d'un chapitre, avant le premier exercice." },
  { title: 'Reconnaître les notions', text: "Ce que chaque énoncé demande, et ce qu'il donne." },
  { title: 'Appliquer une méthode', text: 'Poser les équations, calculer, vérifier les unités.' },
  { title: "S'entraîner", text: "De vrais sujets, puis leur correction, jusqu'à l'examen." },
]

export function AboutPage() {
  const { yearsOfExperience } = useSettings().claims
  return (
    <Page
      title="À propos"
      intro={`Plus de ${yearsOfExperience} ans d'enseignement de la physique-chimie au service des élèves du baccalauréat marocain.`}
      figure={null}
    >
      <section aria-labelledby="mission" className={styles.mission}>
        <h2 id="mission">Notre mission</h2>
        <p className={styles.statement}>
          Donner à chaque élève les moyens de comprendre, de s'entraîner et de réussir l'examen national.
        </p>
      </section>
      <CardGrid fill>
        {features.map(({ icon: Icon, title, text }) => (
          <Card key={title}>
            <Icon size={26} aria-hidden="true" className={styles.icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </Card>
        ))}
      </CardGrid>
      <section aria-labelledby="approche" className={styles.approach}>
        <h2 id="approche">Notre approche</h2>
        <ol className={styles.steps}>
          {approach.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <div>
        <ButtonLink to="/contact">Nous contacter</ButtonLink>
      </div>
    </Page>
  )
}
