import { useQueryClient } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ManagedResource } from '#shared/domain/document-input.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { NoticeBanner, useNotice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { ExportButton } from './export-button.tsx'
import { forgetResources } from './forget-resources.ts'
import { ResourceEditor } from './resource-editor.tsx'
import { ResourceList } from './resource-list.tsx'
import { resourcesTexts as texts } from './resources-texts.ts'

const ImportPanel = lazyComponent(async () => (await import('./import/import-panel.tsx')).ImportPanel)

/**
 * What the form is about. `round` makes each form begin anew; `focus` is where whoever works goes on: in the form, or at
 * the button that opened it.
 */
type Editor = { resource: ManagedResource | null; round: number; focus: 'form' | 'opener' | 'none' }

/** The resources: their list, the form below it, and the import of many at once. */
export function ResourcesTab() {
  const client = useQueryClient()
  const [notice, show] = useNotice()
  const [{ resource, round, focus }, setEditor] = useState<Editor>({
    resource: null,
    round: 0,
    focus: 'none',
  })
  const listHeading = useRef<HTMLHeadingElement>(null)
  const formHeading = useRef<HTMLHeadingElement>(null)
  const importHeading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  const begin = (next: Omit<Editor, 'round'>) => setEditor((last) => ({ ...next, round: last.round + 1 }))
  useEffect(() => {
    if (focus === 'form') goTo(formHeading.current)
    if (focus === 'opener') goTo(opener.current?.isConnected ? opener.current : listHeading.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each round has its own focus
  }, [round, focus])

  const edit = (next: ManagedResource) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    begin({ resource: next, focus: 'form' })
  }
  const saved = () => {
    show({ kind: 'success', text: resource ? texts.changed : texts.added })
    begin({ resource: null, focus: resource ? 'opener' : 'form' })
    void forgetResources(client)
  }
  const deleted = (id: string) => {
    if (id === resource?.id) begin({ resource: null, focus: 'none' })
    listHeading.current?.focus({ preventScroll: true })
  }

  return (
    <Stack>
      <ResourceList
        editedId={resource?.id}
        onEdit={edit}
        onDeleted={deleted}
        onNotice={show}
        heading={listHeading}
        ways={
          <Row>
            <Button variant="secondary" onClick={() => goTo(formHeading.current)}>
              <Plus size={18} aria-hidden="true" />
              Ajouter
            </Button>
            <Button variant="secondary" onClick={() => goTo(importHeading.current)}>
              <FileUp size={18} aria-hidden="true" />
              Importer
            </Button>
            <ExportButton onNotice={show} />
          </Row>
        }
      />
      <ResourceEditor
        key={round}
        editing={resource}
        onSaved={saved}
        onCancel={() => begin({ resource: null, focus: 'opener' })}
        heading={formHeading}
      />
      <Suspense fallback={<Spinner />}>
        <ImportPanel heading={importHeading} onImported={() => void forgetResources(client)} />
      </Suspense>
      <NoticeBanner notice={notice} onClose={() => show(null)} />
    </Stack>
  )
}

/** Brings a place into view and gives it the focus. */
function goTo(place: HTMLElement | null): void {
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: place.matches('h2') ? 'start' : 'center' })
}
