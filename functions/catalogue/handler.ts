import * as v from 'valibot'
import * as contract from '#shared/contract/catalogue.ts'
import { getSettings } from '#shared/contract/settings.ts'
import { getSheet } from '#shared/contract/sheets.ts'
import * as subjectDetails from '#shared/contract/subject-details.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import { found } from '#shared/domain/domain-error.ts'
import { PublicSheet } from '#shared/entities/sheet.ts'
import { createResources } from '../data/resources.ts'
import { createSettings } from '../data/settings.ts'
import { createSheets } from '../data/sheets.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { createApi } from '../http/api.ts'
import { on } from '../http/on.ts'
import { getChapter, getSubject } from './catalogue.ts'
import { CatalogueEnvironment } from './environment.ts'

const env = v.parse(CatalogueEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const subjects = createSubjects(table)
const resources = createResources(table)
const sheets = createSheets(table)
const settings = createSettings(table, env.FIRST_SETTINGS)

export const handler = createApi({ originSecrets: env.ORIGIN_SECRETS }, [
  on(contract.getHealth, () => ({ status: 'ok' as const })),
  on(contract.listSubjects, async ({ query }) => ({ items: await subjects.listPublic(query.track) })),
  on(subjectDetails.getSubject, ({ params }) => getSubject({ subjects }, params.id)),
  on(subjectDetails.listExercises, async ({ query }) => ({
    items: await subjects.listExercises(query.track),
  })),
  on(contract.getChapter, ({ params }) => getChapter({ resources }, params)),
  on(getSheet, async ({ params }) =>
    v.parse(PublicSheet, found(await sheets.find(chapterAtAddress(params)))),
  ),
  on(contract.listVideos, async () => ({ items: await resources.listFreeVideos() })),
  on(getSettings, () => settings.read()),
])
