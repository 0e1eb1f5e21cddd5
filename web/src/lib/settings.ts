import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PageContent } from '#shared/contract/page-content.ts'
import { isAnnounced, isOfferOver } from '#shared/domain/premium/offer.ts'
import type { Announcement, Settings, SettingsView } from '#shared/entities/settings.ts'
import { endAll } from '#web/lib/listen.ts'
import { onTimeMoved, serverNow } from './server-clock.ts'
import { createSharedValue } from './shared-value.ts'

type RenderedSettings = Pick<PageContent, 'settings' | 'isOfferOver' | 'isAnnounced' | 'utcOffset'>

/** The settings that the page was rendered from, later also those that the owner has stored in it. */
const shown = createSharedValue<RenderedSettings | null>(null)

/** Called before each rendering, and by the browser before it hydrates. */
export const seedSettings: (rendered: RenderedSettings) => void = shown.set

/** Shows the settings that the owner has stored on this page, until they are published. */
export function showStoredSettings(settings: SettingsView, utcOffset = read().utcOffset): void {
  const today = moroccanToday()
  seedSettings({
    settings,
    isOfferOver: isOfferOver(settings, today),
    isAnnounced: isAnnounced(settings, today),
    utcOffset,
  })
}

/** Settings that replace the page's own in the preview, before they are stored. */
export const PreviewedSettings = createContext<Settings | null>(null)

/** Returns the settings that the page was published with. No page requests them from the API. */
export function useSettings(): Settings {
  const published = useSyncExternalStore(subscribe, readSettings, readSettings)
  return useContext(PreviewedSettings) ?? published
}

/** 'Nous répondons du lundi au vendredi, de 9h à 18h.', in the owner's words. */
export function answeringTimes({ contact: { availability } }: Settings): string {
  return `Nous répondons ${availability.charAt(0).toLowerCase()}${availability.slice(1)}.`
}

/** True when the offer is over; while the page is hydrated, as it was when the page was rendered. */
export function useIsOfferOver(): boolean {
  const settings = useSettings()
  return useSyncExternalStore(
    subscribe,
    () => isOfferOver(settings, moroccanToday()),
    () => read().isOfferOver,
  )
}

/** Returns the announcement, or null; while the page is hydrated, as it was when the page was rendered. */
export function useAnnouncement(): Announcement | null {
  const settings = useSettings()
  const isShown = useSyncExternalStore(
    subscribe,
    () => isAnnounced(settings, moroccanToday()),
    () => read().isAnnounced,
  )
  return isShown ? settings.announcement : null
}

/** Returns today's date where the site's students are, YYYY-MM-DD, by the offset that the page came with. */
export function moroccanToday(): string {
  return new Date(serverNow() + read().utcOffset).toISOString().slice(0, 10)
}

/** True when the device's clock is behind the page, or has an offer or an announcement end that the page still shows. */
export function isClockDoubtful(): boolean {
  const { settings, ...rendered } = read()
  const today = moroccanToday()
  return (
    isOfferOver(settings, today) !== rendered.isOfferOver ||
    isAnnounced(settings, today) !== rendered.isAnnounced ||
    serverNow() < Date.parse(document.lastModified)
  )
}

function readSettings(): Settings {
  return read().settings
}

function read(): RenderedSettings {
  const settings = shown.get()
  if (!settings) throw new Error('The page has no settings: its HTML lacks the content')
  return settings
}

function subscribe(listener: () => void): () => void {
  return endAll(shown.subscribe(listener), onTimeMoved(listener))
}
