import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { lookUpCopy } from '#shared/contract/admin/copies.ts'
import { CopyCode, type CopyView } from '#shared/entities/copy.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatMoment } from '#web/lib/moments.ts'
import { Card, CardGrid, Stack } from '#web/ui/card.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type Column, DataTable } from '../data-list.tsx'
import { Address } from '../list-parts.tsx'

const form = v.object({ code: CopyCode })

export function CopiesPage() {
  const lookup = useAction(lookUpCopy)
  const [read, setRead] = useState<string | null>(null)
  const reading = useMutation({
    // The file stays on this device: only its code is sent.
    mutationFn: async (file: File) => (await import('./read-copy-code.ts')).readCopyCode(file),
    onSuccess: (code) => {
      setRead(code)
      lookup.mutate({ body: { code } })
    },
  })
  return (
    <Stack>
      <h2>Exemplaires</h2>
      <p>
        Chaque PDF téléchargé ou imprimé porte l'adresse du compte et un code, en bas de page et en travers.
        Saisissez le code d'un document retrouvé pour savoir à qui il a été remis. Chaque recherche est notée
        dans le journal d'audit.
      </p>
      <CardGrid fill>
        <Card>
          <CheckedForm
            key={read}
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
              defaultValue={read ?? ''}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="BKT-RWD-XHM"
              hint="Neuf lettres&nbsp;; les majuscules et les tirets ne comptent pas."
            />
          </CheckedForm>
        </Card>
        <Card>
          <TextField
            label="Ou déposez le fichier PDF ici"
            type="file"
            accept="application/pdf,.pdf"
            disabled={reading.isPending || lookup.isPending}
            hint="Le fichier n'est pas envoyé&nbsp;: votre navigateur y lit le code."
            error={
              reading.error
                ? "Aucun code n'a été trouvé dans ce fichier. Saisissez celui qui est imprimé."
                : undefined
            }
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) reading.mutate(file)
            }}
          />
          {reading.isPending && <p role="status">Lecture en cours...</p>}
        </Card>
      </CardGrid>
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
