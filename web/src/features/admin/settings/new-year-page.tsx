import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { getStoredSettings, type ManagedSettings } from '#shared/contract/admin/settings.ts'
import { api } from '#web/lib/api/api.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/toast.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { PremiumEnds } from './premium-ends.tsx'
import { proposeYear, TypedSettings } from './settings-draft.ts'
import { ExamFields, OfferFields } from './settings-fields.tsx'
import { SettingsForm, type SettingsPreview, SettingsSection } from './settings-form.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type NewYearPageProps = { Preview: SettingsPreview }

/** 'Préparer la rentrée': price, validity and dates of the examinations of a school year, set and saved together. */
export function NewYearPage({ Preview }: NewYearPageProps) {
  const stored = useQuery(api(getStoredSettings).queryOptions({}))
  return (
    <Stack>
      <Row>
        <h2>Préparer la rentrée</h2>
        <ButtonLink to="/admin/parametres" variant="secondary" Icon={ArrowLeft}>
          Tous les paramètres
        </ButtonLink>
      </Row>
      <p>
        L'offre et les dates d'une nouvelle année scolaire, enregistrées ensemble. Rien ne change sur le site
        avant que vous n'enregistriez.
      </p>
      <Loadable of={stored} error="Erreur lors du chargement des paramètres">
        {(settings) => <NewYear stored={settings} Preview={Preview} />}
      </Loadable>
    </Stack>
  )
}

function NewYear({ stored, Preview }: NewYearPageProps & { stored: ManagedSettings }) {
  const [today] = useState(() => moroccanToday())
  const [schema] = useState(() => yearForm(today))
  const [before] = useState(() => new Map(stored.exams.map(({ label, date }) => [label, date])))
  const form = useSettingsForm({
    stored,
    name: 'new-year',
    schema,
    start: (draft) => proposeYear(draft, today),
    onSaved: () => showToast({ kind: 'success', text: 'La rentrée est prête' }),
  })
  return (
    <SettingsForm form={form}>
      <SettingsSection title="L'offre de l'année" preview={<Preview part="offer" settings={form.preview} />}>
        <OfferFields form={form} firstDay={today} />
      </SettingsSection>
      <SettingsSection
        title="Les examens de l'année"
        intro="Les dates passées sont à remplacer. Une date pas encore connue ? Retirez l'examen, vous l'ajouterez plus tard."
        preview={<Preview part="exams" settings={form.preview} />}
      >
        <ExamFields form={form} before={before} />
      </SettingsSection>
      <PremiumEnds today={today} nextEnd={form.preview.premiumValidUntil} />
    </SettingsForm>
  )
}

/** All settings, with the condition that the offer ends on a day to come. */
const yearForm = (today: string) =>
  v.pipe(
    TypedSettings,
    v.forward(
      v.partialCheck(
        [['premiumValidUntil']],
        ({ premiumValidUntil }) => premiumValidUntil !== null && premiumValidUntil >= today,
        "Choisissez un jour à venir : c'est jusque-là que l'offre est vendue",
      ),
      ['premiumValidUntil'],
    ),
  )
