import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'
import { createQueryClient } from './query-client.ts'
import { SignInDialogProvider } from './sign-in-dialog-provider.tsx'
import { useListUpdates } from './use-list-updates.ts'
import { useUnsentMarks } from './use-unsent-marks.ts'

/** What every page may use: the cache of answers, the sign-in dialog, the document viewer. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useListUpdates(client)
  useUnsentMarks(client)
  return (
    <QueryClientProvider client={client}>
      <SignInDialogProvider>
        <DocumentViewerProvider>{children}</DocumentViewerProvider>
      </SignInDialogProvider>
    </QueryClientProvider>
  )
}
