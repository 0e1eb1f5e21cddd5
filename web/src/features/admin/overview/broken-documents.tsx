import { useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { checkDocuments, listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { type BrokenDocument, documentFaultLabels } from '#shared/entities/broken-document.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Row } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted, failureText } from '../admin-texts.ts'
import { useSteppedTask } from './use-stepped-task.ts'

/** Lists the documents whose file cannot be delivered, and checks all of them; `documents` is their number. */
export function BrokenDocuments({ documents }: { documents: number }) {
  const broken = useQuery(api(listBrokenDocuments).queryOptions({}))
  const check = useSteppedTask({
    step: (cursor) => call(checkDocuments, { query: { cursor } }),
    start: { checked: 0, broken: 0 },
    add: (sum, step) => ({
      checked: sum.checked + step.checked,
      broken: sum.broken + step.broken,
    }),
    invalidates: checkDocuments.invalidates,
  })
  return (
    <Card>
      <h3 id="documents-en-defaut">Documents en défaut</h3>
      <Loadable of={broken} error="Erreur lors du chargement des documents en défaut">
        {({ items, checkedAt }) => (
          <>
            <p>{checkedAt ? `Dernière vérification : ${formatMoment(checkedAt)}` : 'Jamais vérifiés.'}</p>
            {items.length > 0 && <BrokenTable items={items} />}
            {items.length === 0 && checkedAt && <EmptyState>Aucun document en défaut.</EmptyState>}
          </>
        )}
      </Loadable>
      <Row>
        <Button variant="secondary" disabled={check.isRunning} onClick={check.run} Icon={ScanSearch}>
          {check.isRunning ? 'Vérification en cours...' : 'Vérifier maintenant'}
        </Button>
        {check.isRunning && (
          <Button variant="quiet" onClick={check.stop}>
            Arrêter
          </Button>
        )}
      </Row>
      {check.error && (
        <Alert kind="error">
          <p>{failureText(check.error, 'Erreur lors de la vérification des documents')}</p>
        </Alert>
      )}
      {check.sum.checked > 0 && (
        <>
          <p role="status">
            {`${counted(check.sum.checked, 'document vérifié')} sur ${documents.toLocaleString('fr-FR')}, `}
            {`${check.sum.broken.toLocaleString('fr-FR')} en défaut.`}
          </p>
          {check.isRunning && <ProgressBar value={check.sum.checked} max={Math.max(documents, 1)} />}
        </>
      )}
    </Card>
  )
}

function BrokenTable({ items }: { items: readonly BrokenDocument[] }) {
  return (
    <Table caption="Documents en défaut" columns={['Document', 'Défaut', 'Depuis']}>
      {items.map(({ id, title, fault, since }) => (
        <tr key={id}>
          <th scope="row">{title}</th>
          <td data-label="Défaut">{documentFaultLabels[fault]}</td>
          <td data-label="Depuis">{formatMoment(since)}</td>
        </tr>
      ))}
    </Table>
  )
}
