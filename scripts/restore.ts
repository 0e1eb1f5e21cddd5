/**
 * Writes a backup, or an export that DynamoDB made to S3, into the table of a stage (docs/runbook.md, Restore).
 *
 *   npm run restore -- --stage prod --file sauvegarde.ndjson.gz --dry-run
 *
 * Exit codes: 0 done, 1 failed, interrupted or not identical, 2 bad arguments.
 */
import { STAGE_NAMES } from '#infra/stages.ts'
import { runRestore } from './operations/backup/run-restore.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'

const USAGE = `Usage : npm run restore -- --stage <${STAGE_NAMES.join('|')}> --file <sauvegarde> [options]

Vérifie la sauvegarde, l'écrit dans la table de l'installation, puis compare les deux : nombre d'éléments et somme.
  --stage <nom>      l'installation à restaurer
  --file <nom>       un fichier de npm run backup, ou le dossier d'un export de DynamoDB vers S3 (manifest-summary.json)
  --dry-run          vérifie la sauvegarde et dit ce qui serait fait ; n'écrit rien
  --verify           compare seulement, n'écrit rien
  --resume           reprend une restauration interrompue
  --into-non-empty   remplace, élément par élément, ce que la table contient déjà ; n'efface rien d'autre
  --replace <table>  efface d'abord, élément par élément, tout ce que contient la table dont c'est le nom
  --from <nom>       confirme que la sauvegarde vient d'une autre installation
  --new-pool         le groupe d'utilisateurs est perdu et un autre, vide, le remplace : recrée les comptes
  --help             affiche cette aide`

export const command = defineCommand({
  usage: USAGE,
  options: {
    stage: { type: 'string' },
    file: { type: 'string' },
    'dry-run': { type: 'boolean' },
    verify: { type: 'boolean' },
    resume: { type: 'boolean' },
    'into-non-empty': { type: 'boolean' },
    from: { type: 'string' },
    replace: { type: 'string' },
    'new-pool': { type: 'boolean' },
  },
  run: ({ stage, file, from, replace, ...flags }) => {
    const name = stageNamed(stage)
    if (!file) throw new BadArguments('--file doit nommer la sauvegarde à lire.')
    const { 'dry-run': isDryRun, verify: isVerification, 'new-pool': newPool = false } = flags
    if (isVerification && (isDryRun || newPool))
      throw new BadArguments('--verify ne va ni avec --dry-run ni avec --new-pool.')
    if (replace !== undefined && flags['into-non-empty'])
      throw new BadArguments('--replace efface ce que --into-non-empty garde : choisissez.')
    const mode = isDryRun ? 'dry-run' : isVerification ? 'verify' : 'restore'
    const { resume = false, 'into-non-empty': intoNonEmpty = false } = flags
    return runRestore({ stage: name, file, from, mode, resume, intoNonEmpty, replace, newPool })
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
