import type { ComponentProps } from 'react'
import { type Failure, LazyBoundary } from '#web/lib/error-boundary.tsx'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { failureSentence } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Message, viewerTexts } from './viewer-messages.tsx'

const PdfReader = lazyComponent(async () => (await import('./pdf-reader.tsx')).PdfReader)

/** The pages of a PDF; what a page or dialog holds beside them stays where they cannot be shown. */
export function LazyPdfReader(props: ComponentProps<typeof PdfReader>) {
  return (
    <LazyBoundary fallback={<Spinner label={viewerTexts.loadingPdf} />} renderFailure={ReaderFailure}>
      <PdfReader {...props} />
    </LazyBoundary>
  )
}

function ReaderFailure({ isLost, onRetry }: Failure) {
  return (
    <Message text={failureSentence(isLost)}>
      <Button variant="secondary" onClick={onRetry}>
        Réessayer
      </Button>
    </Message>
  )
}
