import { Clock, type LucideIcon, Mail, Phone, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '#web/lib/settings.ts'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Drawing, Page } from '#web/ui/page.tsx'
import styles from './contact-page.module.css'

export function ContactPage() {
  return (
    <Page
      title="Contact"
      intro="Une question sur un sujet, une correction ou votre accès Premium&nbsp;? Écrivez-nous."
      figure={<LetterFigure />}
    >
      <ContactWays />
    </Page>
  )
}

export function ContactWays() {
  const { contact } = useSettings()
  return (
    <>
      <CardGrid fill>
        <Way icon={Mail} title="E-mail">
          <a href={`mailto:${contact.email}`} className={styles.link}>
            {contact.email}
          </a>
          <p className="note">Pour toute question, à toute heure.</p>
        </Way>
        <Way icon={Phone} title="Téléphone">
          <a href={`tel:${contact.phone.replaceAll(' ', '')}`} className={styles.link}>
            {contact.phone}
          </a>
          <p className="note">Aux heures de disponibilité.</p>
        </Way>
        <Way icon={Share2} title="Réseau social">
          <a href={contact.socialUrl} target="_blank" rel="noopener noreferrer" className={styles.link}>
            Notre page sociale
          </a>
          <p className="note">Les nouveautés du site.</p>
        </Way>
      </CardGrid>
      <div className={styles.hours}>
        <Clock size={24} aria-hidden="true" />
        <div>
          <h2>Disponibilité</h2>
          <p>{contact.availability}</p>
          <p className="note">
            En dehors de ces horaires, pour une demande urgente, écrivez-nous par e-mail.
          </p>
        </div>
      </div>
    </>
  )
}

function Way({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className={styles.title}>
        <Icon size={22} aria-hidden="true" />
        {title}
      </h2>
      <div>{children}</div>
    </Card>
  )
}

/** A letter that travels as a wave. */
function LetterFigure() {
  return (
    <Drawing width={200} height={112}>
      <path data-line="thin" d="M8 56h184M186 51l6 5-6 5" />
      <path d="M12 56c8-26 18-26 26 0s18 26 26 0M136 56c8-26 18-26 26 0s10 26 22 6" />
      <rect data-fill="soft" x="68" y="32" width="64" height="48" rx="5" />
      <path d="m70 36 30 24 30-24" />
    </Drawing>
  )
}
