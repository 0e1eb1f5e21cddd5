import type { SettingsView } from '#shared/entities/settings.ts'

declare global {
  /** Content of the stage, set by the build (vite.config.ts). */
  const __SITE_NAME__: string
  /** Set in tests and the development server only; elsewhere a page comes with its settings. */
  const __FIRST_SETTINGS__: SettingsView
  /** The site's own address, such as https://www.example.org, from a page's content; empty where it has none. */
  const __SITE_ORIGIN__: string
}
