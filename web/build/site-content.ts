import * as v from 'valibot'
import { SiteContent } from '#shared/contract/site-config.ts'
import { MockExamMinutes } from '#shared/entities/settings.ts'

/** Content of the site for tests and `vite dev` without a stage. */
export const sampleContent: SiteContent = {
  name: 'Révision Bac Physique-Chimie',
  priceDh: 250,
  premiumValidUntil: '2099-07-10',
  payment: {
    bank: {
      name: 'Banque Exemple',
      holder: 'Révision Bac',
      account: '000 000 0000000000000000 00',
    },
    agencies: ['Agence Transfert Un', 'Agence Transfert Deux'],
  },
  exams: [
    { label: 'Examen national, session normale', date: '2027-06-03' },
    { label: 'Examen national, session de rattrapage', date: '2027-07-05' },
  ],
  contact: {
    email: 'contact@exemple.invalid',
    phone: '+212 600 000 000',
    whatsapp: '212600000000',
    socialUrl: 'https://social.exemple.invalid/revision',
    availability: 'Du lundi au vendredi, de 9h à 18h',
  },
  mockExamMinutes: v.getDefaults(MockExamMinutes),
  claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
  acceptsQuestions: true,
  announcement: null,
  privacy: {
    controller: 'Révision Bac',
    authority: 'Commission nationale de contrôle de la protection des données à caractère personnel (CNDP)',
    address: null,
    contact: null,
    declaration: null,
    transfer: null,
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
