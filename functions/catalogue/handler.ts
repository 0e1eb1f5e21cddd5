import * as v from 'valibot'
import * as contract from '#shared/contract/catalogue.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { getSettings, getSheet } from '#shared/contract/site-texts.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import * as subjectDetails from '#shared/contract/subject-details.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import { found } from '#shared/domain/domain-error.ts'
import { publicExercise } from '#shared/entities/exercise.ts'
import { PublicSheet } from '#shared/entities/sheet.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import { createResources } from '../data/resources.ts'
import { createSheets } from '../data/sheets.ts'
import { createSettings } from '../data/site.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { createApi } from '../http/api.ts'
import { on } from '../http/use-case.ts'
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
  on(subjectDetails.getSubject, ({ params }) => getSubject(params.id)),
  on(subjectDetails.listExercises, async ({ query }) => ({
    items: await subjects.listExercises(query.track),
  })),
  on(contract.getChapter, ({ params }) => getChapter(params)),
  on(getSheet, async ({ params }) =>
    v.parse(PublicSheet, found(await sheets.find(chapterAtAddress(params)))),
  ),
  on(contract.listVideos, async () => ({ items: await resources.listFreeVideos() })),
  on(getSettings, () => settings.read()),
])

async function getSubject(id: string): Promise<SubjectDetails> {
  const subject = found(await subjects.findById(id))
  return { ...publicSubject(subject), exercises: subject.exercises.map(publicExercise) }
}

async function getChapter(address: Parsed<typeof contract.getChapter.params>) {
  const { track, theme, chapter: title } = chapterAtAddress(address)
  const items = await resources.listChapter(track, theme, address.chapter)
  return { ...address, title, items }
}
