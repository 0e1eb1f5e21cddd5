import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SSMClient } from '@aws-sdk/client-ssm'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { USERS } from '#functions/data/keys.ts'
import { createResources } from '#functions/data/resources.ts'
import type { Stores } from '#functions/data/stores.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { READ_NUMBERS } from '#functions/data/table/client.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { openDriveAs } from '#functions/drive/drive.ts'
import { stageNames } from '#infra/names.ts'
import type { Stage, StageName } from '#infra/stages.ts'
import { nullAfter, readParameter } from '#scripts/operations/stage-access.ts'
import { type Document, documentOfResource, documentsOfSubject } from '#shared/domain/documents/document.ts'
import { missingPartTexts } from '#shared/entities/drive-access.ts'
import { type RegionAccess, unlessDenied } from './account.ts'
import { type Finding, unchecked, warning } from './configuration.ts'
import { wasWritten } from './deployed-site.ts'

/** Looks at accounts, PDFs and the access to Drive. */
export async function contentFindings(stage: Stage, access: RegionAccess | undefined): Promise<Finding[]> {
  // A stage that was never deployed here has no table.
  const stored = access && (await nullAfter(['ResourceNotFoundException'], storedFindings(stage, access)))
  return [...(stored ?? []), ...(await driveFindings(stage, access))]
}

async function storedFindings(stage: Stage, access: RegionAccess): Promise<Finding[]> {
  return [...(await accountFindings(stage.name, access)), ...(await preparationFindings(stage, access))]
}

/** A new deployment adopts the table that an earlier one left, but never its pool. */
export async function accountFindings(stage: StageName, access: RegionAccess): Promise<Finding[]> {
  if (!(await hasProfiles(stage, access)) || (await hasAccounts(stage, access))) return []
  return [
    warning(`La table ${stageNames(stage).table} garde des comptes que le groupe d'utilisateurs n'a pas : celui d'un nouveau
déploiement est vide, et personne ne peut se connecter. Une fois déployé, rendez-les (docs/runbook.md,
'The user pool is lost') :
npm run backup -- --stage ${stage} --file avant.ndjson.gz
npm run restore -- --stage ${stage} --file avant.ndjson.gz --new-pool --into-non-empty`),
  ]
}

async function hasProfiles(stage: StageName, access: RegionAccess): Promise<boolean> {
  const { name, partitionKey } = tableShape.indexes.newest
  const query = new QueryCommand({
    TableName: stageNames(stage).table,
    IndexName: name,
    KeyConditionExpression: `${partitionKey} = :users`,
    ExpressionAttributeValues: { ':users': { S: USERS } },
    Limit: 1,
  })
  const { Count = 0 } = await new DynamoDBClient(access).send(query)
  return Count > 0
}

async function hasAccounts(stage: StageName, access: RegionAccess): Promise<boolean> {
  const UserPoolId = await readParameter(stageNames(stage).parameters.userPoolId, new SSMClient(access))
  if (UserPoolId === null) return false
  // The parameter outlives a pool that was deleted by hand.
  const found = await nullAfter(
    ['ResourceNotFoundException'],
    new CognitoIdentityProviderClient(access).send(new ListUsersCommand({ UserPoolId, Limit: 1 })),
  )
  return (found?.Users ?? []).length > 0
}

const WALK = "docs/runbook.md, 'Google Drive'"

/** With the operator's credentials, since the roles of `cdk bootstrap` read no secret. The key is not stored. */
export async function driveFindings(
  { name, deliveryMode, driveApiUrl }: Pick<Stage, 'name' | 'deliveryMode' | 'driveApiUrl'>,
  access: RegionAccess | undefined,
): Promise<Finding[]> {
  if (deliveryMode !== 'stream') return []
  if (!access) return [unchecked("sans identifiants, l'accès à Google Drive n'a pas été essayé.")]
  const SecretId = stageNames(name).secrets.driveCredentials
  if (!(await wasWritten(SecretId, access)))
    return [warning(`${missingPartTexts['no-key']}\nSecret ${SecretId}, une fois déployé (${WALK}).`)]
  const secrets = new SecretsManagerClient({ region: access.region })
  const secret = await unlessDenied(secrets.send(new GetSecretValueCommand({ SecretId })))
  if (!secret)
    return [
      unchecked(
        'ces identifiants ne lisent pas la clé de Google Drive ; le tableau de bord du site dit si elle convient.',
      ),
    ]
  const { state, account } = await openDriveAs(
    async () => secret.SecretString ?? '',
    driveApiUrl,
  ).readAccess()
  if (state === 'ready' || state === 'unused') return []
  if (state === 'unknown') return [unchecked(`Google Drive ne répond pas (${driveApiUrl}).`)]
  const who = account === null ? `Secret ${SecretId}` : `Compte de service ${account}`
  return [warning(`${missingPartTexts[state]}\n${who} (${WALK}).`)]
}

type Lists = { [Name in 'subjects' | 'resources']: Pick<Stores[Name], 'listAll'> }

/** Returns the PDFs in Drive whose pictures are not made yet, papers first. */
export async function listUnprepared({ subjects, resources }: Lists): Promise<Document[]> {
  const [papers, others] = await Promise.all([subjects.listAll(), resources.listAll()])
  return [...papers.flatMap(documentsOfSubject), ...others.map(documentOfResource)].filter(
    ({ type, file, digest, fault }) =>
      type === 'pdf' && file.kind === 'drive' && digest === null && fault === null,
  )
}

async function preparationFindings(
  { name, deliveryMode, auditRetentionDays }: Stage,
  access: RegionAccess,
): Promise<Finding[]> {
  if (deliveryMode === 'embed') return []
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(access), {
    unmarshallOptions: { ...READ_NUMBERS },
  })
  const table = { client, name: stageNames(name).table, auditRetentionDays }
  const lists = { subjects: createSubjects(table), resources: createResources(table) }
  const { length } = await listUnprepared(lists)
  if (length === 0) return []
  return [
    warning(`${length} PDF ne sont pas encore préparés : chacun ne s'ouvre qu'ensuite. Le site le fait de lui-même, dans la nuit ou
quand on les ouvre ; pour ne faire attendre personne : npm run prepare-papers -- --stage ${name}`),
  ]
}
