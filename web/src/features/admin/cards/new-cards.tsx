import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { createCsv, saveCsv } from '#web/lib/csv-file.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/card.tsx'
import { useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import { Alert } from '#web/ui/status.tsx'
import { counted } from '../admin-texts.ts'
import { activationAddress, CardSheets, type NewBatch, serialOf } from './card-sheets.tsx'

/** The cards that were just made, to be printed or saved: their codes are shown only once. */
export function NewCards({ batch, onClose }: { batch: NewBatch; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const [isKept, setKept] = useState(false)
  useWarningBeforeLeaving(!isKept)
  const leave = () => (isKept ? onClose() : setLeaving(true))
  return (
    <Stack>
      <h2>
        {counted(batch.codes.length, 'carte')} pour « {batch.label} »
      </h2>
      <Alert kind="info">
        <p>
          <strong>Ces codes ne seront plus jamais affichés.</strong> Imprimez les cartes ou enregistrez le
          fichier maintenant, et gardez-les comme de l'argent.
        </p>
      </Alert>
      <Row>
        <Button
          onClick={() => {
            setKept(true)
            window.print()
          }}
          Icon={Printer}
        >
          Imprimer les cartes
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            setKept(true)
            void saveCards(batch)
          }}
          Icon={Download}
        >
          Enregistrer en CSV
        </Button>
        <Button variant="secondary" onClick={leave}>
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
            Vous n'avez ni imprimé ni enregistré ces cartes. Leurs codes seront perdus ; il faudra annuler le
            lot {batch.id} et en créer un autre.
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** Saves the cards as a table for a printing shop. */
async function saveCards(batch: NewBatch): Promise<void> {
  const { id, label, priceDh, validUntil, premiumUntil, codes } = batch
  const rows = codes.map((code, at) => [
    serialOf(batch, at),
    code,
    activationAddress(code),
    String(priceDh),
    label,
    formatCalendarDay(validUntil),
    premiumUntil === null ? '' : formatCalendarDay(premiumUntil),
  ])
  const header = [
    'Numéro',
    'Code',
    'Adresse (QR)',
    'Prix (DH)',
    'Lieu',
    "À activer jusqu'au",
    "Premium jusqu'au",
  ]
  saveCsv(`cartes-${id}.csv`, await createCsv(header, rows))
}
