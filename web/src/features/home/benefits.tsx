import { BookOpenCheck, Layers, Lightbulb, PlayCircle, Target } from 'lucide-react'
import { enumerateTracks } from '#shared/catalogue/tracks.ts'
import styles from './benefits.module.css'

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
    text: `${enumerateTracks('ou')} : seulement les chapitres de votre programme.`,
  },
]

/** What the site gives, line by line. */
export function Benefits() {
  return (
    <ul className={styles.benefits}>
      {benefits.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles.benefit}>
          <Icon size={24} aria-hidden="true" />
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
