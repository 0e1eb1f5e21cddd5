import { ChevronDown, LogOut, RefreshCw, Settings } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from '#shared/entities/user.ts'
import { trackQuestion } from '#web/lib/auth/auth-state.ts'
import { refreshSession, signOut } from '#web/lib/auth/session-actions.ts'
import { offlineText } from '#web/lib/browser-storage.ts'
import { countTransferred } from '#web/lib/data-meter.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { askWorker, whenIdle } from '#web/lib/loading/when-idle.ts'
import { Badge } from '#web/ui/card.tsx'
import { useClosing, useOpenUntilNavigation, useReturningFocus } from '#web/ui/disclosure.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Wheel } from '#web/ui/status.tsx'
import { PremiumLine, personalPages, useAnswerPage } from './personal-links.tsx'
import styles from './user-menu.module.css'

const OpenRequest = optionalComponent(async () => (await import('./open-request.tsx')).OpenRequest)

const ChooseTrack = lazyDialog(async () => (await import('./choose-track.tsx')).ChooseTrack)

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog-button.tsx')).ConfirmDialog)

/** Long enough for the spinner to be seen. */
const REFRESH_SPINNER_MS = 300

/** A button with the user's e-mail address, which opens the links and actions of the account. */
export function UserMenu({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const area = useRef<HTMLDivElement>(null)
  const answerPage = useAnswerPage(profile)
  useClosing(area, isOpen, () => setOpen(false))
  useEffect(countTransferred, [])
  useEffect(() => whenIdle(() => void askWorker('FETCH_ACCOUNT_PAGES')), [])
  // The item stays once the request is decided, and announces the decision.
  const [isFollowed, setFollowed] = useState(false)
  if (profile.openPaymentRequest && !isFollowed) setFollowed(true)
  const isTrackAskedNow = useSyncExternalStore(trackQuestion.subscribe, trackQuestion.get)
  const [isAsking, setAsking] = useState(false)
  const askToLeave = async () => ((await keepsDocuments()) ? setAsking(true) : leave())
  return (
    <div ref={area} className={styles.account}>
      <button
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls="compte"
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.email}>{profile.email}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div id="compte" hidden={!isOpen} className={styles.panel}>
        <p className={styles.who}>{profile.email}</p>
        <ul>
          <li>
            <PremiumLine />
          </li>
          {isFollowed && (
            <Suspense>
              <OpenRequest profile={profile} onFollow={() => setOpen(false)} />
            </Suspense>
          )}
          {personalPages.map(({ to, label, Icon }) => (
            <li key={to} className={to === answerPage ? styles.waiting : ''}>
              <Link to={to} className={styles.item} onClick={() => setOpen(false)}>
                <Icon size={18} aria-hidden="true" />
                {label}
                {to === answerPage && <Badge>Réponse</Badge>}
              </Link>
            </li>
          ))}
          {profile.isOwner && (
            <li>
              <Link to="/admin" className={styles.item}>
                <Settings size={18} aria-hidden="true" />
                Administration
              </Link>
            </li>
          )}
          <li>
            <RefreshButton />
          </li>
          <li>
            <MenuButton icon={<LogOut size={18} aria-hidden="true" />} onClick={() => void askToLeave()}>
              Se déconnecter
            </MenuButton>
          </li>
        </ul>
      </div>
      {isTrackAskedNow && profile.track === null && <ChooseTrack onClose={() => trackQuestion.set(false)} />}
      {isAsking && (
        <ConfirmDialog
          title="Se déconnecter"
          confirm="Se déconnecter"
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <p>Vos documents gardés seront enlevés de cet appareil.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Tells whether a sign-out removes documents from this device. */
async function keepsDocuments(): Promise<boolean> {
  if (offlineText.read() === null) return false
  try {
    const { storedOfflineState } = await import('#web/lib/offline/offline-state.ts')
    return (storedOfflineState()?.documents.length ?? 0) > 0
  } catch {
    // Without the chunk it may keep some.
    return true
  }
}

function leave(): void {
  // The menu is removed after the sign-out; the focus moves to the page.
  document.querySelector('main')?.focus({ preventScroll: true })
  void signOut()
}

function RefreshButton() {
  const [isRunning, setRunning] = useState(false)
  const refresh = async () => {
    setRunning(true)
    const seen = new Promise((resolve) => setTimeout(resolve, REFRESH_SPINNER_MS))
    await Promise.all([refreshSession().catch(() => undefined), seen])
    setRunning(false)
  }
  return (
    <MenuButton
      icon={isRunning ? <Wheel /> : <RefreshCw size={18} aria-hidden="true" />}
      disabled={isRunning}
      onClick={() => void refresh()}
    >
      Rafraîchir la session
    </MenuButton>
  )
}

type MenuButtonProps = { icon: ReactNode; disabled?: boolean; onClick: () => void; children: ReactNode }

function MenuButton({ icon, disabled = false, onClick, children }: MenuButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  useReturningFocus(element, disabled)
  return (
    <button ref={element} type="button" className={styles.item} disabled={disabled} onClick={onClick}>
      {icon}
      <span>{children}</span>
    </button>
  )
}
