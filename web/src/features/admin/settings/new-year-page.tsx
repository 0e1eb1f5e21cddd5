import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { getStoredSettings, type ManagedSettings } from '#shared/contract/admin/settings.ts'
import { listPremiumEnds, listUsers, type PremiumEnd } from '#shared/contract/admin/users.ts'
import { userStateLabels } from '#shared/domain/premium/user-state.ts'
import { api } from '#web/lib/api/api.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { counted, USERS_FAILED } from '../admin-texts.ts'
import { Address } from '../list-parts.tsx'
import styles from './settings.module.css'
import { proposeYear, TypedSettings } from './settings-draft.ts'
import {
  ExamFields,
  OfferFields,
  SettingsForm,
  type SettingsPreview,
  SettingsSection,
} from './settings-form.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type NewYearPageProps = { Preview: SettingsPreview }

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
    saved: 'La rentrée est prête',
  })
  return (
    <SettingsForm form={form}>
      <SettingsSection title="L'offre de l'année" preview={<Preview part="offer" settings={form.preview} />}>
        <OfferFields form={form} firstDay={today} />
      </SettingsSection>
      <SettingsSection
        title="Les examens de l'année"
        intro="Les dates passées sont à remplacer. Une date pas encore connue&nbsp;? Retirez l'examen, vous l'ajouterez plus tard."
        preview={<Preview part="exams" settings={form.preview} />}
      >
        <ExamFields form={form} before={before} />
      </SettingsSection>
      <PremiumEnds today={today} nextEnd={form.preview.premiumValidUntil} />
    </SettingsForm>
  )
}

const yearForm = (today: string) =>
  v.pipe(
    TypedSettings,
    v.forward(
      v.partialCheck(
        [['premiumValidUntil']],
        ({ premiumValidUntil }) => premiumValidUntil !== null && premiumValidUntil >= today,
        "Choisissez un jour à venir\u00a0: c'est jusque-là que l'offre est vendue",
      ),
      ['premiumValidUntil'],
    ),
  )

type PremiumEndsProps = {
  /** YYYY-MM-DD in Morocco. */
  today: string
  nextEnd: string | null
}

function PremiumEnds({ today, nextEnd }: PremiumEndsProps) {
  const ends = useQuery(api(listPremiumEnds).queryOptions({}))
  return (
    <section aria-labelledby="comptes-premium" className={styles.section}>
      <div className={styles.fields}>
        <h3 id="comptes-premium">Les comptes Premium</h3>
        <Loadable of={ends} error="Erreur lors du chargement des comptes Premium">
          {({ items }) => (
            <ul className={styles.points}>
              {endSentences(items, today).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Loadable>
        <Accounts state="ending" />
        <Accounts state="ended" />
      </div>
      <div className={styles.fields}>
        <h3>Ce que fait l'enregistrement</h3>
        <ul className={styles.points}>
          <li>
            {nextEnd === null || nextEnd < today
              ? 'Les accès activés ensuite prennent la nouvelle date de fin.'
              : `Les accès activés ensuite valent jusqu'au ${formatCalendarDay(nextEnd)}.`}
          </li>
          <li>Aucun accès en cours n'est changé&nbsp;: chacun garde sa date de fin.</li>
          <li>
            Le lendemain de sa date de fin, un compte redevient gratuit de lui-même. L'élève garde son compte
            et son suivi, et voit la nouvelle offre.
          </li>
          <li>
            Pour prolonger un élève&nbsp;: <strong>Utilisateurs</strong>, Autres actions, Paiement.
          </li>
        </ul>
      </div>
    </section>
  )
}

/** As many accounts as are named here; the list of users has them all. */
const NAMED = 5

function Accounts({ state }: { state: 'ending' | 'ended' }) {
  const users = useInfiniteQuery(api(listUsers).infiniteQueryOptions({ query: { state, limit: NAMED } }))
  return (
    <Loadable of={users} error={USERS_FAILED} waiting={null}>
      {({ pages: [page] }) =>
        page &&
        page.total > 0 && (
          <>
            <h4>{userStateLabels[state]}</h4>
            <ul className={styles.points}>
              {page.items.map(({ id, email, premiumLastDay }) => (
                <li key={id}>
                  <Address>{email}</Address>
                  {premiumLastDay && `, jusqu'au ${formatCalendarDay(premiumLastDay)}`}
                </li>
              ))}
            </ul>
            <div>
              <ButtonLink to={`/admin?state=${state}`} variant="secondary">
                Voir et exporter&nbsp;: {counted(page.total, 'compte')}
              </ButtonLink>
            </div>
          </>
        )
      }
    </Loadable>
  )
}

/** Further days are summed up. */
const SHOWN_DAYS = 4

/** @param ends by day, Premium without an end last */
export function endSentences(ends: readonly PremiumEnd[], today: string): string[] {
  const days = ends.flatMap(({ lastDay, accounts }) => (lastDay === null ? [] : { lastDay, accounts }))
  const over = days.filter(({ lastDay }) => lastDay < today)
  const coming = days.filter(({ lastDay }) => lastDay >= today)
  const shown = coming.length > SHOWN_DAYS ? coming.slice(0, SHOWN_DAYS - 1) : coming
  const later = coming.slice(shown.length)
  const endless = ends.filter(({ lastDay }) => lastDay === null)
  const until = ({ lastDay }: { lastDay: string }) => `jusqu'au ${formatCalendarDay(lastDay)}`
  return [
    ...(coming.length + endless.length === 0 ? ["Aucun compte n'a l'accès Premium aujourd'hui."] : []),
    ...shown.map((end) => `${accountsHave([end])} l'accès ${until(end)}.`),
    ...later.slice(-1).map((end) => `${accountsHave(later)} l'accès plus longtemps, au plus ${until(end)}.`),
    ...endless.map((end) => `${accountsHave([end])} l'accès sans date de fin.`),
    ...over
      .slice(-1)
      .map((end) => `${accountsHave(over)} eu l'accès ${until(end)} au plus\u00a0: c'est terminé.`),
  ]
}

/** '1 compte a', '12 comptes ont' */
function accountsHave(ends: readonly PremiumEnd[]): string {
  const sum = ends.reduce((total, { accounts }) => total + accounts, 0)
  return `${counted(sum, 'compte')} ${sum < 2 ? 'a' : 'ont'}`
}
