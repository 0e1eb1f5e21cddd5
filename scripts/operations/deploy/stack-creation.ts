import {
  CloudFormationClient,
  paginateDescribeStackEvents,
  type Stack,
  type StackEvent,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { type BuiltStack, runCdk } from '../cdk.ts'
import { assumeBootstrapRole, findStack, type RegionAccess } from './account.ts'
import { type Finding, warning } from './configuration.ts'

const CAUSES = {
  'account must be verified':
    "AWS n'ouvre pas encore CloudFront à ce compte : demandez-le au support AWS ('Account and billing', gratuit).",
  'not verified': "SES n'a pas vérifié l'adresse de mail (docs/runbook.md, 'Send mail through SES').",
  'email identity': "SES n'a pas vérifié l'adresse de mail (docs/runbook.md, 'Send mail through SES').",
  'resource record set': "Le DNS a déjà un enregistrement à l'adresse du site : supprimez-le de la zone.",
  'already associated with':
    "Une autre distribution CloudFront porte l'adresse du site : retirez-la de celle-là.",
  unreservedconcurrent:
    "Le compte permet trop peu d'exécutions à la fois (docs/runbook.md, 'First deployment').",
  'already exists': "Ce nom reste d'une installation précédente (docs/runbook.md, 'Take a stage down').",
}

/** Such a stack can only be deleted, as `cdk deploy` does before it creates it again. */
function hasFailedCreation(stack: Stack | null): stack is Stack {
  return stack?.StackStatus === 'ROLLBACK_COMPLETE' || stack?.StackStatus === 'ROLLBACK_FAILED'
}

function isNew(stack: Stack | null): boolean {
  return !stack || stack.StackStatus === 'REVIEW_IN_PROGRESS' || hasFailedCreation(stack)
}

/** After a failed creation also its cause and what the rollback left behind. */
export async function findCreations(
  stacks: readonly BuiltStack[],
  regions: ReadonlyMap<string, RegionAccess>,
): Promise<{ created: string[]; findings: Finding[] }> {
  const created: string[] = []
  const findings: Finding[] = []
  for (const { id, region } of stacks) {
    const access = regions.get(region)
    const stack = access ? await findStack(access, id) : null
    if (!access || !isNew(stack)) continue
    created.push(id)
    if (!hasFailedCreation(stack)) continue
    const { failure, retained } = await readLastOperation(access, id)
    const lines = [failure && failureText(failure), ...retained.map(retainedText)].filter(Boolean)
    const title = `La création de ${id} a échoué (${stack.StackStatus}) ; elle sera supprimée et recommencée.`
    findings.push(warning([title, ...lines].join('\n')))
  }
  return { created, findings }
}

type Deployment = { account: string; access: RegionAccess; assembly: string; signal: AbortSignal }

/**
 * A new stack adopts the table that an earlier one left; a failed one first loses its protection.
 * @throws Error with the first failed event, or the signal's reason
 */
export async function deployStack(
  { id, region }: BuiltStack,
  { account, access, assembly, signal }: Deployment,
): Promise<void> {
  const before = await findStack(access, id)
  if (hasFailedCreation(before) && before.EnableTerminationProtection) {
    const credentials = await assumeBootstrapRole('deploy', region, account)
    await unprotect({ region, ...(credentials && { credentials }) }, id)
  }
  const options = ['--exclusively', '--require-approval', 'never']
  if (isNew(before)) options.push('--import-existing-resources')
  const begunAt = new Date()
  try {
    await runCdk(['deploy', id, ...options, '--app', assembly], { signal })
  } catch (error) {
    signal.throwIfAborted()
    const last = await readLastOperation(access, id, begunAt).catch(() => null)
    if (!last?.failure) throw error
    throw new Error(`${id} : ${failureText(last.failure)}\nCorrigez, puis relancez la commande.`, {
      cause: error,
    })
  }
}

export async function unprotect(access: RegionAccess, id: string): Promise<void> {
  const cloudFormation = new CloudFormationClient(access)
  await cloudFormation.send(
    new UpdateTerminationProtectionCommand({ StackName: id, EnableTerminationProtection: false }),
  )
}

/** @param since ignores earlier events */
async function readLastOperation(
  access: RegionAccess,
  StackName: string,
  since = new Date(0),
): Promise<{ failure: StackEvent | null; retained: StackEvent[] }> {
  const client = new CloudFormationClient(access)
  let failure: StackEvent | null = null
  const retained: StackEvent[] = []
  for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName }))
    for (const event of StackEvents) {
      const { ResourceStatus = '', ResourceStatusReason = '', LogicalResourceId, Timestamp } = event
      const isBeginning =
        LogicalResourceId === StackName && /^(?:CREATE|UPDATE)_IN_PROGRESS$/.test(ResourceStatus)
      if (isBeginning || (Timestamp && Timestamp < since)) return { failure, retained }
      // Cancelled resources are no cause.
      if (ResourceStatus.endsWith('_FAILED') && !/cancelled$/i.test(ResourceStatusReason)) failure = event
      if (ResourceStatus === 'DELETE_SKIPPED') retained.push(event)
    }
  return { failure, retained }
}

function failureText({ ResourceType, LogicalResourceId, ResourceStatusReason = '' }: StackEvent): string {
  const reason = ResourceStatusReason.toLowerCase()
  const [, whatToDo] = Object.entries(CAUSES).find(([words]) => reason.includes(words)) ?? []
  const lines = [`première erreur : ${ResourceType} ${LogicalResourceId}`, ResourceStatusReason, whatToDo]
  return lines.filter(Boolean).join('\n')
}

function retainedText({ ResourceType, PhysicalResourceId }: StackEvent): string {
  // The table is the only resource with a fixed name and the policy Retain that CloudFormation can adopt.
  const isAdopted = ResourceType === 'AWS::DynamoDB::Table'
  const next = isAdopted ? 'repris tel quel' : "à supprimer à la main (docs/runbook.md, 'First deployment')"
  return `Reste ${ResourceType} ${PhysicalResourceId} : ${next}`
}
