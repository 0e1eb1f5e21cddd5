import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { getStoredSettings, type ManagedSettings } from '#shared/contract/admin/settings.ts'
import { api } from '#web/lib/api/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import {
  AnnouncementFields,
  ExamFields,
  OfferFields,
  PartSection,
  type PreviewPart,
  QuestionFields,
  SettingsForm,
  type SettingsPreview,
  SettingsSection,
} from './settings-form.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type SettingsPageProps = { Preview: SettingsPreview }

export function SettingsPage({ Preview }: SettingsPageProps) {
  const stored = useQuery(api(getStoredSettings).queryOptions({}))
  return (
    <Stack>
      <Row>
        <h2>Paramètres</h2>
        <ButtonLink to="/admin/parametres/rentree" variant="secondary" Icon={CalendarCheck}>
          Préparer la rentrée
        </ButtonLink>
      </Row>
      <p>
        Ce que les pages du site disent de l'offre, des examens et de vous. Un changement enregistré paraît
        sur le site en moins d'une minute, et le journal en garde la trace.
      </p>
      <Loadable of={stored} error="Erreur lors du chargement des paramètres">
        {(settings) => <AllSettings stored={settings} Preview={Preview} />}
      </Loadable>
    </Stack>
  )
}

function AllSettings({ stored, Preview }: SettingsPageProps & { stored: ManagedSettings }) {
  const form = useSettingsForm({ stored, name: 'settings', saved: 'Paramètres enregistrés' })
  const preview = (part: PreviewPart) => <Preview part={part} settings={form.preview} />
  return (
    <SettingsForm form={form}>
      <SettingsSection title="Offre Premium" preview={preview('offer')}>
        <OfferFields form={form} />
      </SettingsSection>
      <SettingsSection title="Dates des examens" preview={preview('exams')}>
        <ExamFields form={form} />
      </SettingsSection>
      <PartSection
        form={form}
        part="mockExamMinutes"
        title="Durée des examens blancs"
        intro="De 5 à 480 minutes. Un examen qui a commencé garde sa durée."
      />
      <PartSection
        form={form}
        part="inboxFolder"
        title="Dossier de réception"
        intro="Les fichiers que vous y déposez vous attendent à la page Fichiers reçus. Seuls les propriétaires voient ce réglage."
      />
      <SettingsSection
        title="Questions des élèves"
        intro="500 caractères, cinq questions en attente par élève. Désactivées, elles ne paraissent nulle part, ni les réponses publiées."
      >
        <QuestionFields form={form} />
      </SettingsSection>
      <SettingsSection
        title="Annonce du site"
        intro="En haut de toutes les pages, du premier au dernier jour. Chaque visiteur peut la fermer."
        preview={form.preview.announcement ? preview('announcement') : <p>Aucune annonce n'est affichée.</p>}
      >
        <AnnouncementFields form={form} />
      </SettingsSection>
      <PartSection form={form} part="contact" title="Contact" preview={preview('contact')} />
      <PartSection form={form} part="payment" title="Moyens de paiement" preview={preview('payment')} />
      <PartSection
        form={form}
        part="claims"
        title="Chiffres de la page d'accueil"
        preview={preview('claims')}
      />
      <PartSection form={form} part="privacy" title="Données personnelles" />
    </SettingsForm>
  )
}
