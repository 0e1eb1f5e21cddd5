import plan from './pictures/revisions.webp'
import paper from './pictures/sujet.webp'
import styles from './site-pictures.module.css'

const pictures = [
  { src: paper, text: 'Un sujet du bac, exercice par exercice, avec son corrigé à portée de doigt.' },
  { src: plan, text: 'Vos révisions : le plan de la semaine et ce qui reste à revoir.' },
]

/** Pictures of the site on a phone, taken by `npm run guide:pictures`. They are fetched only when they come near. */
export function SitePictures() {
  return (
    <div className={styles.pictures}>
      {pictures.map(({ src, text }) => (
        <figure key={src}>
          <img src={src} alt="" width={540} height={720} loading="lazy" decoding="async" />
          <figcaption>{text}</figcaption>
        </figure>
      ))}
    </div>
  )
}
