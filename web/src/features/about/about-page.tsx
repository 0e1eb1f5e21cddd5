import { site } from '#web/lib/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'

const features = [
  { title: 'Sujets nationaux', text: "Les sujets de l'examen national de 2008 à aujourd'hui." },
  { title: 'Corrections détaillées', text: 'Chaque question est résolue étape par étape.' },
  { title: 'Vidéos explicatives', text: 'Les points difficiles sont repris en vidéo.' },
  { title: 'Classement clair', text: 'Tout est rangé par filière, thème, chapitre et année.' },
]

/** Who stands behind the site and how it teaches. */
export function AboutPage() {
  return (
    <Page
      title="À propos"
      intro={`Plus de ${site.claims.yearsOfExperience} ans d'enseignement de la physique-chimie au service des élèves du baccalauréat marocain.`}
    >
      <h2>Notre mission</h2>
      <p>Donner à chaque élève les moyens de comprendre, de s'entraîner et de réussir l'examen national.</p>
      <CardGrid>
        {features.map(({ title, text }) => (
          <Card key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </Card>
        ))}
      </CardGrid>
      <h2>Notre approche</h2>
      <p>
        Comprendre le cours, reconnaître les notions clés d'un énoncé, appliquer une méthode, puis s'entraîner
        sur de vrais sujets.
      </p>
      <div>
        <ButtonLink to="/contact">Nous contacter</ButtonLink>
      </div>
    </Page>
  )
}
