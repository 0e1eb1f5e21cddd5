import * as v from 'valibot'
import { requiredText } from '../entities/fields.ts'
import { Settings } from '../entities/settings.ts'
import { ServiceConfig } from './service-config.ts'

export const SiteContent = v.object({ name: requiredText(60), ...Settings.entries })
export type SiteContent = v.InferOutput<typeof SiteContent>

export const SiteConfig = v.object({ ...ServiceConfig.entries, site: SiteContent })
export type SiteConfig = v.InferOutput<typeof SiteConfig>
