import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { DomainError } from '#shared/domain/domain-error.ts'

/** Those in an AWS account, each of them in its own. */
export const DEPLOYED_STAGES = ['dev', 'staging', 'prod'] as const satisfies readonly StageName[]

/** What was asked for makes no sense: the usage is shown after the message. */
export class BadArguments extends Error {}

/** The values of the options, as `parseArgs` reads them. */
type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; strict: true }>
>['values']

export type Command<O extends ParseArgsOptionsConfig> = {
  /** Shown by --help and after bad arguments. */
  usage: string
  /** Without `help`, which every command has. */
  options: O
  /** @throws BadArguments when the values do not go together; any other error is a failure */
  run: (values: Values<O>) => Promise<void>
}

/** A command as it is, with the types of its values made from its options. */
export function defineCommand<O extends ParseArgsOptionsConfig>(command: Command<O>): Command<O> {
  return command
}

/**
 * Runs an operator's command: reads its options, answers --help, tells failures in one message without a stack.
 * @returns the exit code: 0 done, 1 failed, 2 bad arguments
 */
export async function runCommand<O extends ParseArgsOptionsConfig>(
  { usage, options, run }: Command<O>,
  args: readonly string[] = process.argv.slice(2),
): Promise<number> {
  try {
    const { values } = parse(options, args)
    if ((values as { help?: boolean }).help) {
      console.log(usage)
      return 0
    }
    await run(values)
    return 0
  } catch (error) {
    console.error(inWords(error))
    if (!(error instanceof BadArguments)) return 1
    console.error(`\n${usage}`)
    return 2
  }
}

function parse<O extends ParseArgsOptionsConfig>(options: O, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } })
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error))
  }
}

export const NO_CREDENTIALS = `Aucun identifiant AWS n'a été trouvé.
Connectez-vous au compte de l'installation (aws sso login, puis AWS_PROFILE) et relancez la commande.`

/** What is said of an error: those that an operator meets tell what to do next. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isWithoutCredentials(error) || isWithoutCredentials(error.cause)) return NO_CREDENTIALS
  if (!(error instanceof DomainError)) return error.message
  const { errors, detail = 'La table ne répond pas' } = error.details
  return (
    errors?.map(({ message }) => message).join('\n') ?? `${detail} (${error.code}). Relancez la commande.`
  )
}

/** Whether the SDK found nothing to sign a call with. */
export function isWithoutCredentials(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError'
}

/**
 * The stage that an option names.
 * @throws BadArguments when it names none, or none of those that the command knows
 */
export function stageNamed<S extends StageName = StageName>(
  value: string | undefined,
  known: readonly S[] = STAGE_NAMES as readonly StageName[] as readonly S[],
): S {
  const stage = known.find((name) => name === value)
  if (!stage) throw new BadArguments(`--stage doit nommer une installation : ${known.join(', ')}.`)
  return stage
}
