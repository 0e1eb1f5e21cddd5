import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { createCardBatch } from '#shared/contract/admin/card-batches.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { counted, dirhams } from '#web/features/admin/admin-texts.ts'
import { type CsvExport, saveTable } from '#web/features/admin/csv-export.tsx'
import { formatCalendarDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './new-cards.module.css'

/** The cards that were just made, to be printed or saved: their codes are shown only once. */
export function NewCards({ batch, onClose }: { batch: NewBatch; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const [isKept, setKept] = useState(false)
  useWarningBeforeLeaving(!isKept)
  const keep = (how: () => void) => () => {
    setKept(true)
    how()
  }
  return (
    <Stack>
      <h2>
        {counted(batch.codes.length, 'carte')} pour «&nbsp;{batch.label}&nbsp;»
      </h2>
      <Alert kind="info">
        <p>
          <strong>Ces codes ne seront plus jamais affichés.</strong> Imprimez les cartes ou enregistrez le
          fichier maintenant, et gardez-les comme de l'argent.
        </p>
      </Alert>
      <Row>
        <Button onClick={keep(() => window.print())} Icon={Printer}>
          Imprimer les cartes
        </Button>
        <Button variant="secondary" onClick={keep(() => void saveCards(batch))} Icon={Download}>
          Enregistrer en CSV
        </Button>
        <Button variant="secondary" onClick={isKept ? onClose : () => setLeaving(true)}>
          Terminer
        </Button>
      </Row>
      <CardSheets batch={batch} />
      {isLeaving && (
        <ConfirmDialog
          title="Quitter sans les codes"
          confirm="Quitter"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>
            Vous n'avez ni imprimé ni enregistré ces cartes. Leurs codes seront perdus&nbsp;; il faudra
            annuler le lot {batch.id} et en créer un autre.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

async function saveCards(batch: NewBatch): Promise<void> {
  const { id, label, priceDh, validUntil, premiumUntil, codes } = batch
  const columns: CsvExport<{ code: string; at: number }>['columns'] = [
    ['Numéro', ({ at }) => serialOf(batch, at)],
    ['Code', ({ code }) => code],
    ['Adresse (QR)', ({ code }) => activationAddress(code)],
    ['Prix (DH)', () => String(priceDh)],
    ['Lieu', () => label],
    ["À activer jusqu'au", () => formatCalendarDay(validUntil)],
    ["Premium jusqu'au", () => (premiumUntil === null ? '' : formatCalendarDay(premiumUntil))],
  ]
  const cards = codes.map((code, at) => ({ code, at }))
  await saveTable(`cartes-${id}`, columns, cards)
}

/** A batch with the codes of its cards, which only the answer to its creation contains. */
export type NewBatch = Parsed<typeof createCardBatch.response>

/** Three columns of eight on an A4 sheet: 70 by 37 mm, as sold for labels. */
export const CARDS_A_SHEET = 24

/** Returns the site's own address, however this window was opened; a stage without a domain has only the window's. */
const siteOrigin = () => __SITE_ORIGIN__ || window.location.origin

/** Returns the address in a card's QR code. Its fragment stays in the browser: no server and no log sees the code. */
function activationAddress(code: string): string {
  return `${siteOrigin()}/activer#${code}`
}

/** 'K3F9QX-042' */
function serialOf({ id }: Pick<NewBatch, 'id'>, at: number): string {
  return `${id}-${String(at + 1).padStart(3, '0')}`
}

function CardSheets({ batch }: { batch: NewBatch }) {
  useEffect(() => {
    const { printing = '' } = styles
    document.body.classList.add(printing)
    return () => document.body.classList.remove(printing)
  }, [])
  const sheets = Array.from({ length: Math.ceil(batch.codes.length / CARDS_A_SHEET) }, (_, sheet) => sheet)
  return (
    <div className={styles.sheets} aria-label="Planches à imprimer" role="region">
      {sheets.map((sheet) => (
        <div key={sheet} className={styles.sheet}>
          {batch.codes.slice(sheet * CARDS_A_SHEET, (sheet + 1) * CARDS_A_SHEET).map((code, at) => (
            <PrintedCard key={code} batch={batch} code={code} at={sheet * CARDS_A_SHEET + at} />
          ))}
        </div>
      ))}
    </div>
  )
}

function PrintedCard({ batch, code, at }: { batch: NewBatch; code: string; at: number }) {
  return (
    <article className={styles.card}>
      {/* Level M can still be read when a seventh of it has worn off. */}
      <QrCode
        text={activationAddress(code)}
        label={activationAddress(code)}
        level="M"
        border={0}
        className={styles.qr}
      />
      <div className={styles.text}>
        <p className={styles.name}>
          {__SITE_NAME__} <strong>Premium</strong>
        </p>
        <p className={styles.code}>{code}</p>
        <ol className={styles.steps}>
          <li>Scannez, ou ouvrez {new URL(siteOrigin()).host}/activer</li>
          <li>Créez votre compte, ou connectez-vous</li>
          <li>Saisissez le code&nbsp;: l'accès est immédiat</li>
        </ol>
        <p className={styles.small}>
          <strong>{dirhams(batch.priceDh)}</strong>, à activer jusqu'au {formatCalendarDay(batch.validUntil)}
          <br />
          {batch.label}, n° {serialOf(batch, at)}
        </p>
      </div>
    </article>
  )
}
