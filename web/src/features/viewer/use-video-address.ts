import { useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { documentBytes } from '#web/lib/documents/document-bytes.ts'
import type { TicketSource } from '#web/lib/documents/ticket-source.ts'

/** A player that fails so often without having played on cannot play the file. */
const ATTEMPTS = 2

/**
 * The address from which a player plays, renewed when it fails. The player does not say why: a look at the first byte
 * does, which also waits for the network and asks for a new ticket where that is what is missing.
 */
export function useVideoAddress(
  first: Ticket,
  tickets: TicketSource,
  onTrouble: (isTroubled: boolean) => void,
  onLost: (error: unknown) => void,
) {
  const [address, setAddress] = useState({ url: first.url, round: 0 })
  const [isReady, setReady] = useState(false)
  const attempts = useRef(0)

  const recover = async () => {
    attempts.current += 1
    if (attempts.current > ATTEMPTS) throw new ApiFailure('failing')
    await documentBytes(tickets).read(0, 1, { onTrouble: (trouble) => onTrouble(trouble !== null) })
    const { url } = await tickets.current()
    // A fragment changes nothing for the server, but makes the player begin again.
    setAddress(({ round }) => ({ url: `${url}#${round + 1}`, round: round + 1 }))
  }

  return {
    url: address.url,
    isReady,
    onReady: () => setReady(true),
    onProgress: () => {
      attempts.current = 0
    },
    onError: () => void recover().catch(onLost),
  }
}
