import * as v from 'valibot'
import { requiredText } from '../entities/fields.ts'
import { Settings } from '../entities/settings.ts'
import { ServiceConfig } from './service-config.ts'

/** The public differences between installations: the site's name, and the first values of its settings. */
export const SiteContent = v.object({ name: requiredText(60), ...Settings.entries })
export type SiteContent = v.InferOutput<typeof SiteContent>

export const SiteConfig = v.object({ ...ServiceConfig.entries, site: SiteContent })
export type SiteConfig = v.InferOutput<typeof SiteConfig>
