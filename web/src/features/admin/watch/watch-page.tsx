import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listWatched, type WatchedAccount } from '#shared/contract/admin/security.ts'
import { endUserSignIns } from '#shared/contract/admin/users.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { api } from '#web/lib/api/api.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { moroccanToday } from '#web/lib/settings.ts'
import { ExternalButtonLink } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { counted } from '../admin-texts.ts'
import { BlockDialog } from '../blocked/block-dialog.tsx'
import { ConfirmAction } from '../confirm-action.tsx'
import { type Column, DataList, DataTable } from '../data-list.tsx'
import styles from '../list-parts.module.css'
import { Address, ChartFigures, PeriodField, RefreshButton, Tools } from '../list-parts.tsx'

const PERIODS = [7, 30, 90] as const

export function WatchPage() {
  const [days, setDays] = useState<(typeof PERIODS)[number]>(7)
  const watched = useQuery({
    ...api(listWatched).queryOptions({ query: { days } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataList
      title="Comptes à surveiller"
      of={watched}
      error="Erreur lors du chargement des comptes à surveiller"
      keyBy="userId"
      empty="Aucun compte à surveiller pendant cette période."
      renderItems={(items) =>
        items.map((account) => (
          <Account
            key={account.userId}
            account={account}
            days={days}
            onBlocked={() => void watched.refetch()}
          />
        ))
      }
    >
      <p>
        Un compte est pour un seul élève. Ceux-ci ont ouvert beaucoup de documents, changé souvent de
        navigateur, été demandés par un navigateur qui ne les a pas obtenus, ou servi depuis plusieurs
        réseaux, parfois tour à tour. Un téléphone en déplacement change aussi de réseau&nbsp;: écrivez avant
        de bloquer.
      </p>
      <Tools>
        <PeriodField periods={PERIODS} value={days} onChange={setDays} />
        <RefreshButton of={watched} />
      </Tools>
    </DataList>
  )
}

type AccountProps = { account: WatchedAccount; days: number; onBlocked: () => void }

function Account({ account, days, onBlocked }: AccountProps) {
  const { userId, email, isAdmin } = account
  return (
    <Card>
      <h3>
        <Address>{email}</Address>
      </h3>
      <p>{watchSentence(account)}</p>
      <DayChart account={account} days={days} />
      <Row>
        <ExternalButtonLink variant="secondary" href={letterTo(account)}>
          Écrire
        </ExternalButtonLink>
        <ConfirmAction
          route={endUserSignIns}
          input={{ params: { id: userId } }}
          done={`${email}\u00a0: sessions terminées`}
          failed="Erreur lors de la fin des sessions"
          pending="Déconnexion en cours..."
          title="Terminer les sessions"
          confirm="Terminer"
          question={
            <p>
              Tous les appareils de <strong>{email}</strong> seront déconnectés. L'élève se reconnecte avec
              son mot de passe.
            </p>
          }
        >
          Terminer les sessions
        </ConfirmAction>
        {!isAdmin && (
          <span className={styles.apart}>
            <DialogButton
              variant="danger"
              renderDialog={(close) => <BlockDialog email={email} onClose={close} onBlocked={onBlocked} />}
            >
              Bloquer
            </DialogButton>
          </span>
        )}
      </Row>
    </Card>
  )
}

const HEIGHT = 40

type WatchedDay = WatchedAccount['days'][number]

const dayColumns: readonly Column<WatchedDay>[] = [
  { title: 'Jour', cell: ({ day }) => formatCalendarDay(day) },
  { title: 'Documents', cell: ({ documents }) => documents },
  { title: 'Navigateurs', cell: ({ browsers }) => browsers },
  { title: 'Changements de navigateur', cell: ({ deviceChanges }) => deviceChanges },
  {
    title: 'Réseaux',
    cell: ({ networks, networksAlternate }) => (networksAlternate ? `${networks}, tour à tour` : networks),
  },
]

function DayChart({ account, days }: { account: WatchedAccount; days: number }) {
  const today = moroccanToday()
  const first = daysBefore(today, days - 1)
  const byDay = new Map(account.days.map((each) => [each.day, each.documents]))
  const bars = Array.from({ length: days }, (_, index) => byDay.get(daysBefore(first, -index)) ?? 0)
  const top = Math.max(1, ...bars)
  return (
    <>
      {/* The table below has the same figures. */}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((count, index) => {
          const height = (count / top) * HEIGHT
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          return <rect key={index} x={index + 0.1} width={0.8} y={HEIGHT - height} height={height} />
        })}
      </svg>
      <ChartFigures>
        <DataTable
          caption={`Utilisation de ${account.email} par jour`}
          columns={dayColumns}
          items={account.days}
          keyBy="day"
          inline
        />
      </ChartFigures>
    </>
  )
}

/** 'Le 21 novembre 2026, ce compte a ouvert 118 documents, a changé 5 fois de navigateur et a servi depuis 9 réseaux.' */
export function watchSentence(watched: WatchedDay): string {
  const { day, documents, deviceChanges, browsers, networks, networksAlternate } = watched
  const deeds = [
    documents > 0 && `a ouvert ${counted(documents, 'document')}`,
    deviceChanges > 0 && `a changé ${deviceChanges} fois de navigateur`,
    browsers > deviceChanges + 1 && `a été demandé par ${browsers} navigateurs`,
    networks > 1 && `a servi depuis ${networks} réseaux`,
    networksAlternate && "est passé plus de six fois d'un réseau à l'autre en dix minutes",
  ].filter((deed) => deed !== false)
  const all = new Intl.ListFormat('fr').format(deeds)
  return `Le ${formatCalendarDay(day)}, ce compte ${all || "n'a rien fait de particulier"}.`
}

export function letterTo(account: Pick<WatchedAccount, 'email'> & WatchedDay): string {
  const subject = `Votre compte ${__SITE_NAME__}`
  const body = [
    'Bonjour,',
    watchSentence(account).replace('ce compte', 'votre compte'),
    "Un compte est personnel. Si une autre personne s'en sert, ouvrez la page Mon compte, terminez toutes les sessions et choisissez un nouveau mot de passe. Si tout vient de vous, répondez simplement à ce message.",
  ].join('\n\n')
  // An address may contain signs that would end it, or add recipients.
  const address = account.email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
