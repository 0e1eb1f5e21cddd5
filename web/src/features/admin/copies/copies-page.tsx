import * as v from 'valibot'
import { lookUpCopy } from '#shared/contract/admin/copies.ts'
import type { CopyView } from '#shared/entities/copy.ts'
import { CopyCode } from '#shared/entities/copy-code.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/format/moments.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { type Column, DataTable } from '../data-list.tsx'
import { Address } from '../list-parts.tsx'

const form = v.object({ code: CopyCode })

/** Finds the account behind a copy of a document by the code on its pages. */
export function CopiesPage() {
  const lookup = useAction(lookUpCopy)
  return (
    <Stack>
      <h2>Exemplaires</h2>
      <p>
        Chaque PDF téléchargé ou imprimé porte l'adresse du compte et un code, en bas de page et en travers.
        Saisissez le code d'un document retrouvé pour savoir à qui il a été remis. Chaque recherche est notée
        dans le journal d'audit.
      </p>
      <Card>
        <CheckedForm
          schema={form}
          submit="Rechercher"
          submitting="Recherche en cours..."
          isSubmitting={lookup.isPending}
          onSubmit={(values) => lookup.mutate({ body: values })}
          message={<Failure of={lookup.error} text="Erreur lors de la recherche" />}
        >
          <TextField
            label="Code de l'exemplaire"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="BKT-RWD-XHM"
            hint="Neuf lettres ; les majuscules et les tirets ne comptent pas."
          />
        </CheckedForm>
      </Card>
      <div role="status">
        {lookup.data && (
          <Card>
            <h3>Exemplaire trouvé</h3>
            <DataTable
              caption="Exemplaire trouvé"
              columns={columns}
              items={[lookup.data]}
              keyBy="documentId"
              inline
            />
          </Card>
        )}
      </div>
    </Stack>
  )
}

const columns: readonly Column<CopyView>[] = [
  { title: 'Compte', cell: ({ email }) => <Address>{email}</Address> },
  { title: 'Document', cell: ({ title }) => title },
  { title: 'Remis le', cell: ({ issuedAt }) => formatMoment(issuedAt) },
]
