import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stackId } from '#infra/names.ts'
import {
  type KeySlot,
  readSigningKeys,
  SIGNING_KEYS_FILE,
  type SigningKeys,
  type SigningKeysEntry,
  signingKeysEntry,
} from '#infra/signing-keys.ts'
import type { StageName } from '#infra/stages.ts'
import { runCdk } from './operations/cdk.ts'
import {
  BadArguments,
  DEPLOYED_STAGES,
  defineCommand,
  flag,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { interruption } from './operations/terminal.ts'

/** Lifetime of a link: TICKET_LIFE_MS of functions/files/issue-ticket.ts. */
const LINK_LIFE_S = 120

/** Waiting time for all edge locations. CloudFront promises no time; minutes are usual. */
const SPREADING_MS = 5 * 60_000

type Step = { kind: 'renew' | 'activate'; slot: KeySlot; keys: SigningKeys }

/**
 * The idle slot gets a new pair, and signs once every edge location has it. After an interrupted run its step comes
 * first, and a new pair is not made twice.
 */
export function stepsFrom({ active, versions, next }: SigningKeysEntry): Step[] {
  const slot: KeySlot = active === 'A' ? 'B' : 'A'
  if (next && next.active !== active) return [{ kind: 'activate', slot, keys: next }]
  const renewed = next ?? { active, versions: { ...versions, [slot]: versions[slot] + 1 } }
  return [
    { kind: 'renew', slot, keys: renewed },
    { kind: 'activate', slot, keys: { ...renewed, active: slot } },
  ]
}

export type Rotation = {
  stage: StageName
  file: string
  /** Deploys the stage with these slots. @throws Error when the deployment failed */
  deploy: (keys: SigningKeys) => Promise<void>
  spread: () => Promise<void>
  say: (line: string) => void
}

/** Carries out the remaining deployments, recording each one before and after. */
export async function rotate({ stage, file, deploy, spread, say }: Rotation): Promise<void> {
  for (const { kind, slot, keys } of stepsFrom(signingKeysEntry(readSigningKeys(file), stage))) {
    say(SAID[kind](slot))
    note(file, stage, { ...signingKeysEntry(readSigningKeys(file), stage), next: keys })
    await deploy(keys)
    note(file, stage, keys)
    if (kind === 'renew') await spread()
  }
}

const SAID: Record<Step['kind'], (slot: KeySlot) => string> = {
  renew: (slot) => `Nouvelle clé dans l'emplacement ${slot}, qui ne signe pas`,
  activate: (slot) => `L'emplacement ${slot} signe les liens`,
}

function note(file: string, stage: StageName, entry: SigningKeysEntry): void {
  writeFileSync(file, `${JSON.stringify({ ...readSigningKeys(file), [stage]: entry }, null, 2)}\n`)
}

async function withKeys(
  stage: StageName,
  keys: SigningKeys,
  command: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'signing-keys-'))
  const file = join(folder.path, 'signing-keys.json')
  writeFileSync(file, JSON.stringify({ ...readSigningKeys(), [stage]: keys }))
  const site = [stackId(stage, 'Site'), '--exclusively', '-c', `stage=${stage}`]
  const environment = { SIGNING_KEYS_FILE: file }
  await runCdk([...command, ...site, '--output', join(folder.path, 'cdk.out')], { environment, signal })
}

async function tryOut(stage: StageName): Promise<void> {
  const signal = interruption("Interrompu. Rien n'a été écrit ni déployé.")
  for (const { kind, slot, keys } of stepsFrom(signingKeysEntry(readSigningKeys(), stage))) {
    console.log(`${SAID[kind](slot)} : ${JSON.stringify(keys)}`)
    await withKeys(stage, keys, ['synth', '--quiet'], signal)
  }
  console.log("Rien n'a été écrit ni déployé.")
}

async function carryOut(stage: StageName): Promise<void> {
  // The CDK would wait for an answer about changes of rights.
  if (!process.stdin.isTTY)
    throw new BadArguments('Lancez la commande dans un terminal, ou ajoutez --dry-run pour un essai.')
  const signal = interruption('Interrompu. La commande reprend où elle en était : relancez-la.')
  await rotate({
    stage,
    file: SIGNING_KEYS_FILE,
    deploy: (keys) => withKeys(stage, keys, ['deploy'], signal),
    spread: async () => {
      console.log(`Attente de ${SPREADING_MS / 60_000} minutes : la nouvelle clé se répand sur le réseau`)
      await sleep(SPREADING_MS, undefined, { signal })
    },
    say: (line) => console.log(line),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${why}\nLa commande reprend où elle en était : relancez-la.`, { cause })
  })
  const until = new Date(Date.now() + LINK_LIFE_S * 1000).toLocaleTimeString('fr-FR')
  console.log(`Terminé. Les derniers liens de l'ancienne clé s'éteignent à ${until} (${LINK_LIFE_S} s) ;`)
  console.log('avant, ne relancez pas cette commande. Enregistrez infra/signing-keys.json dans le dépôt.')
}

export const command = defineCommand({
  name: 'npm run rotate-signing-key',
  summary: 'Renouvelle la clé qui signe les liens des documents, en deux déploiements.',
  options: {
    stage: stageOption("l'installation à mettre à jour", DEPLOYED_STAGES),
    'dry-run': flag('montre les deux étapes et synthétise chacune, sans rien écrire ni déployer'),
  },
  run: ({ stage, 'dry-run': isDryRun }) => (isDryRun ? tryOut(stage) : carryOut(stage)),
})

if (import.meta.main) process.exitCode = await runCommand(command)
