import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  S3Client,
} from '@aws-sdk/client-s3'
import { stackId } from '#infra/names.ts'
import { WITHOUT_VALIDATION } from '#infra/run-app.ts'
import { loadStage, type Stage } from '#infra/stages.ts'
import { type BuiltStack, buildStacks, runCdk, WITHOUT_BUNDLES } from './operations/cdk.ts'
import {
  BadArguments,
  DEPLOYED_STAGES,
  defineCommand,
  flag,
  optionalText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { findStack, identify, identityFindings } from './operations/deploy/account.ts'
import { unprotect } from './operations/deploy/stack-creation.ts'
import { ask, formatCount, interruption } from './operations/terminal.ts'

const PROD_STAYS = `prod ne se supprime pas par une commande : ses comptes et ses données sont ceux des élèves.
Pour la fermer malgré tout, faites-le à la main, dans l'ordre de docs/runbook.md, 'Take a stage down'.`

const INTERRUPTED = `
Interrompu. Une suppression commencée va jusqu'au bout ; relancez la même commande pour le reste.`

export type DestroyOptions = { isDryRun: boolean; assembly: string; signal: AbortSignal }

/** Dependent stacks first. @throws Error with what to do next */
export async function destroyStage(
  { name, region, account: wanted }: Stage,
  { isDryRun, assembly, signal }: DestroyOptions,
): Promise<void> {
  const account = isDryRun ? null : await readAccount(region, wanted)
  // Synthesises templates without bundles for this account alone, so that no stack of another one is deleted.
  const built = await buildStacks({
    stage: name,
    output: assembly,
    context: WITHOUT_BUNDLES,
    signal,
    environment: { ...WITHOUT_VALIDATION, ...(account && { CDK_DEFAULT_ACCOUNT: account }) },
  })
  const stacks = built.toReversed()
  console.log('Supprimé, dans cet ordre :')
  for (const { id, region: place } of stacks) console.log(`  ${id} (${place})`)
  const left = retainedResources(stacks)
  if (left.length === 0) console.log('Rien ne reste : ni les comptes, ni les documents enregistrés.')
  else {
    console.log('Reste, à garder ou à supprimer à la main :')
    for (const line of left) console.log(`  ${line}`)
    console.log(
      "Un nouveau déploiement reprend la table et les journaux, pas les comptes, et échoue tant que restent les secrets (docs/runbook.md, 'Take a stage down').",
    )
  }
  if (isDryRun) return console.log("Essai terminé, rien n'a été supprimé.")

  await confirm(`Supprimer ${name} du compte ${account} ?`, name, signal)
  for (const stack of stacks) {
    console.log(`Suppression de ${stack.id}, quelques minutes`)
    const place = { region: stack.region }
    if (stack.isProtected && (await findStack(place, stack.id))) await unprotect(place, stack.id)
    await runCdk(['destroy', stack.id, '--exclusively', '--force', '--app', assembly], { signal })
  }
  console.log(`L'installation ${name} est supprimée.`)
}

/** With all versions of its objects, such as the daily exports. @throws Error with what to do next */
export async function destroyBucket(
  { name, region, account: wanted }: Stage,
  bucket: string,
  { isDryRun, signal }: Omit<DestroyOptions, 'assembly'>,
): Promise<void> {
  const [data, site] = [stackId(name, 'Data'), stackId(name, 'Site')]
  const prefixes = [data, site].map((id) => `${id.toLowerCase()}-`)
  if (!prefixes.some((prefix) => bucket.startsWith(prefix)))
    throw new BadArguments(`--bucket doit commencer par ${prefixes.join(' ou ')}.`)
  const account = await readAccount(region, wanted)
  for (const id of [data, site])
    if (await findStack({ region }, id))
      throw new Error(`${id} existe encore : supprimez d'abord l'installation, sans --bucket.`)
  const s3 = new S3Client({ region })
  const versions = formatCount(await countVersions(s3, bucket))
  console.log(`${bucket} : ${versions} versions d'objets et marques de suppression`)
  if (isDryRun) return console.log("Essai terminé, rien n'a été supprimé.")
  await confirm(`Supprimer ce compartiment du compte ${account}, sans retour ?`, name, signal)
  await deleteBucket(s3, bucket)
  console.log(`${bucket} est supprimé.`)
}

/** @throws Error unless the operator types the stage's name */
async function confirm(question: string, name: string, signal: AbortSignal): Promise<void> {
  if ((await ask(`${question} Écrivez ${name} : `, signal)) !== name)
    throw new Error("Annulé : rien n'a été supprimé.")
}

async function readAccount(region: string, wanted: string | undefined): Promise<string> {
  const identity = await identify(region)
  const [finding] = identityFindings(identity, wanted)
  if (identity.kind === 'unknown' || finding) throw new Error(finding?.text)
  return identity.account
}

const NAME_PROPERTIES = ['TableName', 'UserPoolName', 'BucketName', 'LogGroupName', 'Name']

function retainedResources(stacks: readonly BuiltStack[]): string[] {
  return stacks.flatMap(({ id, template }) =>
    Object.entries(template.Resources ?? {})
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))
      .map(([logicalId, { Type, Properties = {} }]) => {
        const given = NAME_PROPERTIES.map((property) => (Properties as Record<string, unknown>)[property])
        const name = given.find((value) => typeof value === 'string') ?? `${logicalId} (${id})`
        return `${Type} ${name}`
      }),
  )
}

export const command = defineCommand({
  name: 'npm run destroy',
  summary: `Supprime une installation : le site, puis ce qu'elle a en us-east-1, puis ses données. Refuse prod.`,
  options: {
    stage: stageOption("l'installation", DEPLOYED_STAGES),
    'dry-run': flag(
      'dit ce qui partirait et ce qui resterait ; ne supprime rien et marche sans identifiants',
    ),
    bucket: optionalText(
      'nom',
      'après une suppression : supprime plutôt ce compartiment S3 qui en reste, avec toutes les versions de ses objets',
    ),
  },
  run: async ({ stage, 'dry-run': isDryRun, bucket }) => {
    if (stage === 'prod') throw new Error(PROD_STAYS)
    const signal = interruption(INTERRUPTED)
    if (bucket !== undefined) return destroyBucket(loadStage(stage), bucket, { isDryRun, signal })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'destroy-'))
    const assembly = join(folder.path, 'cdk.out')
    await destroyStage(loadStage(stage), { isDryRun, assembly, signal })
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)

/** S3 deletes no bucket that has a version or a delete marker, and `aws s3 rb --force` leaves them. */
async function* listVersions(s3: S3Client, Bucket: string): AsyncGenerator<ObjectIdentifier[]> {
  let next: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | null = {}
  while (next) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, ...next }),
    )
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }))
    const { IsTruncated, NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    next = IsTruncated ? { KeyMarker, VersionIdMarker } : null
  }
}

export async function countVersions(s3: S3Client, bucket: string): Promise<number> {
  let count = 0
  for await (const versions of listVersions(s3, bucket)) count += versions.length
  return count
}

/** It may be repeated. @throws Error when S3 keeps a version */
export async function deleteBucket(s3: S3Client, Bucket: string): Promise<void> {
  for await (const Objects of listVersions(s3, Bucket)) {
    if (Objects.length === 0) continue
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    if (Errors[0]) throw new Error(`S3 n'a pas supprimé ${Errors[0].Key} : ${Errors[0].Code}`)
  }
  await s3.send(new DeleteBucketCommand({ Bucket }))
}
