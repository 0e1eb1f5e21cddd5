import { Clock, Mail, Phone, Share2 } from 'lucide-react'
import { site } from '#web/lib/site.ts'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'

/** How to reach the teacher. */
export function ContactPage() {
  const { contactEmail, phone, socialUrl, availability } = site
  return (
    <Page
      title="Contact"
      intro="Une question sur un sujet, une correction ou votre accès Premium ? Écrivez-nous."
    >
      <CardGrid>
        <Card>
          <Mail aria-hidden="true" />
          <h2>E-mail</h2>
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </Card>
        <Card>
          <Phone aria-hidden="true" />
          <h2>Téléphone</h2>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </Card>
        <Card>
          <Share2 aria-hidden="true" />
          <h2>Réseau social</h2>
          <a href={socialUrl} target="_blank" rel="noopener noreferrer">
            Notre page sociale
          </a>
        </Card>
        <Card>
          <Clock aria-hidden="true" />
          <h2>Disponibilité</h2>
          <p>{availability}</p>
          <p>En dehors de ces horaires, pour une demande urgente, écrivez-nous par e-mail.</p>
        </Card>
      </CardGrid>
    </Page>
  )
}
