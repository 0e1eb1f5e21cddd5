import { setTimeout as pause } from 'node:timers/promises'
import { createPublications } from '#functions/data/site.ts'
import type { Stores } from '#functions/data/stores.ts'
import { defineCommand, runCommand, stageOption } from './operations/command-line.ts'
import { openStageTable } from './operations/stage-access.ts'

const LOOK_AGAIN_MS = 1_000
/** Covers the batching window, a running publication and the requested one. */
const PATIENCE_MS = 10 * 60_000

/** @returns the number of files that it wrote @throws Error when it fails, or does not end within ten minutes */
export async function publish(
  publications: Stores['publications'],
  look = () => pause(LOOK_AGAIN_MS),
): Promise<number> {
  const { requests, failedAt } = await publications.read()
  await publications.order(new Date())
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await look()) {
    const state = await publications.read()
    if (state.published > requests) return state.filesWritten
    if (state.requests > requests && state.failedAt !== null && state.failedAt !== failedAt)
      throw new Error('La publication a échoué (docs/runbook.md, « dead-letters ») ; elle est recommencée.')
  }
  throw new Error("La publication ne s'est pas terminée en dix minutes (docs/runbook.md, « dead-letters »).")
}

export const command = defineCommand({
  name: 'npm run publish',
  summary: `Publie de nouveau les pages du site à partir de son contenu, et attend la fin. Le site le fait de lui-même après chaque
changement ; la commande sert après une panne.`,
  options: { stage: stageOption("l'installation à publier") },
  run: async ({ stage }) => {
    const files = await publish(createPublications(await openStageTable(stage)))
    console.log(`Pages publiées : ${files} fichiers modifiés.`)
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
