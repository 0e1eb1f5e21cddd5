import * as v from 'valibot'
import { SiteContent } from '#shared/contract/site-config.ts'
import { sampleSettings } from '#shared/entities/samples.ts'

const { version: _, ...settings } = sampleSettings

/** Content of the site for tests and `vite dev` without a stage. */
export const sampleContent: SiteContent = {
  ...settings,
  name: 'Révision Bac Physique-Chimie',
  premiumValidUntil: '2099-07-10',
  contact: {
    email: 'contact@exemple.invalid',
    phone: '+212 600 000 000',
    whatsapp: '212600000000',
    socialUrl: 'https://social.exemple.invalid/revision',
    availability: 'Du lundi au vendredi, de 9h à 18h',
  },
}

/**
 * Returns the content of the stage being built, from the JSON in SITE_CONTENT.
 * @throws Error when it is missing or does not fit its schema: a site without its contact details must not be built
 */
export function readSiteContent(json: string | undefined): SiteContent {
  if (!json)
    throw new Error(
      'SITE_CONTENT is missing: the build needs the stage content as JSON (see shared/contract/site-config.ts)',
    )
  const parsed = v.safeParse(SiteContent, JSON.parse(json))
  if (!parsed.success)
    throw new Error(`SITE_CONTENT does not fit its schema: ${JSON.stringify(v.flatten(parsed.issues))}`)
  return parsed.output
}
