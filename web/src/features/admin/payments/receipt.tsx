import { useQuery } from '@tanstack/react-query'
import { X, ZoomIn } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { getReceipt } from '#shared/contract/admin/payments.ts'
import type { ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { routeKey } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { dataAddress } from '#web/lib/blobs.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import styles from './requests.module.css'

/** The picture of a request's receipt, loaded once its place comes near; a tap enlarges it. */
export function Receipt({ request: { id, updatedAt, number } }: { request: ManagedPaymentRequest }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(place)
  const [isLarge, setLarge] = useState(false)
  const picture = useQuery({
    // A corrected request may have another picture.
    queryKey: [...routeKey(getReceipt), id, updatedAt],
    queryFn: async ({ signal }) => dataAddress(await call(getReceipt, { params: { id }, signal })),
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { personal: true },
  })
  return (
    <div ref={place} className={styles.receipt}>
      {isNear && (
        <Loadable of={picture} error="Erreur lors du chargement du reçu">
          {(address) => (
            <>
              <button type="button" className={styles.thumbnail} onClick={() => setLarge(true)}>
                <img src={address} alt={`Reçu de la demande n° ${number}`} />
                <span className={styles.enlarge}>
                  <ZoomIn size={18} aria-hidden="true" />
                  Agrandir
                </span>
              </button>
              {isLarge && <LargeReceipt address={address} number={number} onClose={() => setLarge(false)} />}
            </>
          )}
        </Loadable>
      )}
    </div>
  )
}

type LargeReceiptProps = { address: string; number: string; onClose: () => void }

/** Fills the window; a tap on the picture shows it in its own size and back. */
function LargeReceipt({ address, number, onClose }: LargeReceiptProps) {
  const titleId = useId()
  const [isActualSize, setActualSize] = useState(false)
  const size = isActualSize ? 'Ajuster à la fenêtre' : 'Taille réelle'
  return (
    <Modal labelledBy={titleId} onClose={onClose} screen>
      <div className={styles.large}>
        <div className={styles.largeHead}>
          <h2 id={titleId}>Reçu n° {number}</h2>
          <IconButton label="Fermer" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.largeBody}>
          <button
            type="button"
            aria-label={size}
            title={size}
            className={classNames(styles.picture, isActualSize && styles.actualSize)}
            onClick={() => setActualSize(!isActualSize)}
          >
            <img src={address} alt="" />
          </button>
        </div>
      </div>
    </Modal>
  )
}

/** True once an element has come near the window. */
function useIsNear(place: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear, place])
  return isNear
}
