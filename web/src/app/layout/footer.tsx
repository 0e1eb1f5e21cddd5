import { Link } from 'react-router-dom'
import { tracks } from '#shared/catalogue/tracks.ts'
import { useSettings } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './footer.module.css'
import { Logo } from './header.tsx'

const quickLinks = [
  { to: '/', label: 'Accueil' },
  ...tracks.map(({ slug, label }) => ({ to: `/${slug}`, label })),
  { to: '/sujets-bac', label: 'Sujets Bac' },
  { to: '/videos-gratuites', label: 'Vidéos gratuites' },
  { to: '/premium', label: 'Accès Premium' },
  { to: '/activer', label: 'Activer une carte' },
  { to: '/a-propos', label: 'À propos' },
]

export function Footer() {
  const { contact } = useSettings()
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.name}>{__SITE_NAME__}</p>
          <p>
            Les sujets de l'examen national de physique-chimie et leurs corrections, par filière et par thème.
          </p>
        </div>
        <nav aria-labelledby="liens-rapides">
          <h2 id="liens-rapides" className={styles.title}>
            Liens rapides
          </h2>
          <ul className={styles.links}>
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className={styles.title}>Contact</h2>
          <ul>
            <li>
              <a className={styles.link} href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
            </li>
            <li>
              <a className={styles.link} href={`tel:${contact.phone.replaceAll(' ', '')}`}>
                {contact.phone}
              </a>
            </li>
            <li>
              <a className={styles.link} href={contact.socialUrl} target="_blank" rel="noopener noreferrer">
                Notre page sociale
              </a>
            </li>
          </ul>
          <ButtonLink to="/contact" variant="secondary">
            Contact
          </ButtonLink>
        </div>
      </div>
      <div className={styles.rights}>
        <p>© {__SITE_NAME__}. Tous droits réservés.</p>
        <Link to="/confidentialite" className={styles.link}>
          Confidentialité
        </Link>
      </div>
    </footer>
  )
}
