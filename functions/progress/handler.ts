import * as v from 'valibot'
import * as contract from '#shared/contract/progress.ts'
import { createProgress } from '../data/progress.ts'
import { createThrottles } from '../data/throttles.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { on } from '../http/on.ts'
import { createThrottle } from '../http/throttle.ts'
import { ProgressEnvironment } from './environment.ts'
import { listProgress } from './list-progress.ts'
import { markDocuments } from './mark-documents.ts'

const { originSecrets, guard, table, clock } = openGuard(v.parse(ProgressEnvironment, process.env))
const throttle = createThrottle({ throttles: createThrottles(table), clock })
const progress = createProgress(table)

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(contract.listProgress, ({ caller, query }) => listProgress({ progress }, caller.user.id, query.track)),
  on(contract.markDocuments, ({ caller, params, body }) =>
    markDocuments({ progress, clock }, caller.user.id, params, body.marks),
  ),
])
