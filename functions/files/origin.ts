import * as v from 'valibot'
import { createDocuments } from '../data/documents.ts'
import { openTable } from '../data/table/client.ts'
import { createStreamingHandler } from '../delivery/streaming.ts'
import { openDrive } from '../drive/drive.ts'
import { deliver } from './deliver.ts'
import { OriginEnvironment } from './environment.ts'

const env = v.parse(OriginEnvironment, process.env)
const deps = {
  documents: createDocuments(openTable(env.TABLE_NAME)),
  drive: env.DELIVERY_MODE === 'stream' ? openDrive(env) : null,
}

export const handler = createStreamingHandler('GET /files', (request) => deliver(deps, request))
