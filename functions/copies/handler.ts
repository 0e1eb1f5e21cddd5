import * as v from 'valibot'
import { createCopies } from '../data/copies.ts'
import { openTable } from '../data/table/client.ts'
import { createStreamingHandler } from '../delivery/streaming.ts'
import { openDrive } from '../drive/drive.ts'
import { systemClock } from '../http/deps.ts'
import { deliverCopy } from './deliver-copy.ts'
import { CopiesEnvironment } from './environment.ts'

const env = v.parse(CopiesEnvironment, process.env)
const deps = { copies: createCopies(openTable(env.TABLE_NAME)), drive: openDrive(env), clock: systemClock }

export const handler = createStreamingHandler('GET /files/copies', (request) => deliverCopy(deps, request))
