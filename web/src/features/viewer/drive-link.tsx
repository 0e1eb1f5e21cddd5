import { type MouseEvent, useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import type { TicketSource } from '#web/lib/documents/ticket-source.ts'
import { viewerTexts } from './viewer-texts.ts'

/** Leads to the document in Drive, also when the address that stands there has died of age meanwhile. */
export function DriveLink({ ticket, tickets }: { ticket: Ticket; tickets: TicketSource }) {
  const [failure, setFailure] = useState<string | null>(null)
  const held = useRef(ticket)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    // Opened with the click itself: browsers block what comes later.
    const tab = window.open('about:blank', '_blank')
    if (!tab) return window.location.assign(ticket.url)
    tab.opener = null
    void lead(tab)
  }
  const lead = async (tab: Window) => {
    try {
      held.current = await tickets.instead(held.current)
      tab.location.replace(held.current.url)
    } catch (error) {
      tab.close()
      setFailure(documentFailureText(error))
    }
  }
  return (
    <>
      <a href={ticket.url} target="_blank" rel="noopener noreferrer" onClick={open}>
        {viewerTexts.openInDrive}
      </a>
      {failure !== null && <span role="alert"> {failure}</span>}
    </>
  )
}
