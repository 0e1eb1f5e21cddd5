import { parseArgs } from 'node:util'
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'

/** The deployed stages, each in an AWS account of its own. */
export const DEPLOYED_STAGES = ['dev', 'staging', 'prod'] as const satisfies readonly StageName[]

/** Wrong arguments: exit code 2, with one French sentence. */
export class BadArguments extends Error {}

type Option<T> = {
  /** Placeholder of its value in --help; null: a flag. */
  placeholder: string | null
  /** French; further lines are indented below the first. */
  help: string
  isRequired: boolean
  read: (given: string | boolean | undefined) => T
}

type Read<T> = Option<T>['read']

const optional = <T>(placeholder: string | null, help: string, read: Read<T>): Option<T> => ({
  placeholder,
  help,
  isRequired: false,
  read,
})

const required = <T>(placeholder: string, help: string, read: Read<T>): Option<T> => ({
  ...optional(placeholder, help, read),
  isRequired: true,
})

export const flag = (help: string) => optional(null, help, (given) => given === true)

export const optionalText = (placeholder: string, help: string) =>
  optional(placeholder, help, (given) => (typeof given === 'string' ? given : undefined))

/** @param missing the sentence for a missing value */
export const requiredText = (placeholder: string, help: string, missing: string) =>
  required(placeholder, help, (given) => {
    if (typeof given !== 'string' || given === '') throw new BadArguments(missing)
    return given
  })

export const wholeNumber = (
  name: string,
  { from, to, standard }: { from: number; to: number; standard: number },
  help: string,
) =>
  optional('n', help, (given = String(standard)) => {
    const value = /^\d+$/.test(String(given)) ? Number(given) : Number.NaN
    if (value >= from && value <= to) return value
    throw new BadArguments(`--${name} doit être un nombre entier de ${from} à ${to}.`)
  })

/** @param missing the sentence for another value, before the list of the known ones */
export const requiredWord = <W extends string>(words: readonly W[], help: string, missing: string) =>
  required(words.join('|'), help, (given) => {
    const word = words.find((each) => each === given)
    if (word) return word
    throw new BadArguments(`${missing} : ${words.join(', ')}.`)
  })

export const optionalWord = <W extends string>(words: readonly W[], help: string, missing: string) => {
  const { placeholder, read } = requiredWord(words, help, missing)
  return optional(placeholder, help, (given) => (given === undefined ? undefined : read(given)))
}

export const stageOption = <S extends StageName = StageName>(
  help: string,
  known: readonly S[] = STAGE_NAMES as readonly StageName[] as readonly S[],
) => requiredWord(known, help, '--stage doit nommer une installation')

/** An address, normalised. @param missing the sentence for anything else */
export const emailOption = (help: string, missing: string) =>
  required('adresse', help, (given) => {
    if (typeof given === 'string' && given.includes('@')) return normalizeEmail(given)
    throw new BadArguments(missing)
  })

type Options = Record<string, Option<unknown>>
type Values<O extends Options> = { [Name in keyof O]: O[Name] extends Option<infer T> ? T : never }

export type Command<O extends Options = Options> = {
  /** As an operator types it: 'npm run backup'. */
  name: string
  /** French, for --help. */
  summary: string
  options: O
  /** French, shown below the options. */
  notes?: string
  /** @throws BadArguments when the values do not go together; any other error is a failure */
  run(values: Values<O>): Promise<void>
}

export function defineCommand<O extends Options>(command: Command<O>): Command<O> {
  return command
}

/** @returns the exit code: 0 done, 1 failed, 2 bad arguments or a file that cannot be read */
export async function runCommand<O extends Options>(
  command: Command<O>,
  args: readonly string[] = process.argv.slice(2),
): Promise<number> {
  try {
    const values = parseValues(command.options, args)
    if (values === 'help') console.log(helpText(command))
    else await command.run(values)
    return 0
  } catch (caught) {
    const error = fileFault(caught) ?? caught
    console.error(failureText(error))
    if (!isBadInput(error)) return 1
    console.error(`${usageLine(command)}\n--help affiche l'aide.`)
    return 2
  }
}

function parseValues<O extends Options>(options: O, args: readonly string[]): Values<O> | 'help' {
  const config = Object.entries(options).map(
    ([name, { placeholder }]) => [name, { type: placeholder === null ? 'boolean' : 'string' }] as const,
  )
  let given: Record<string, string | boolean | undefined>
  try {
    const known = { ...Object.fromEntries(config), help: { type: 'boolean' } } as const
    given = parseArgs({ args: [...args], options: known }).values
  } catch (error) {
    throw new BadArguments(parseFailure(error as Error & { code?: string }))
  }
  if (given['help']) return 'help'
  const read = Object.entries(options).map(([name, option]) => [name, option.read(given[name])])
  return Object.fromEntries(read) as Values<O>
}

function parseFailure({ message, code }: { message: string; code?: string }): string {
  const argument = /'(?:-\w, )?([^' ]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Option inconnue : ${argument}.`
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `Argument inattendu : ${argument}.`
  return message.includes('does not take')
    ? `${argument} ne prend pas de valeur.`
    : `${argument} demande une valeur.`
}

function usageLine({ name, options }: Command): string {
  const shown = Object.entries(options).map(([option, { placeholder, isRequired }]) => {
    const words = placeholder === null ? `--${option}` : `--${option} <${placeholder}>`
    return isRequired ? words : `[${words}]`
  })
  return [`Usage : ${name}`, ...(shown.length > 0 ? ['--', ...shown] : [])].join(' ')
}

function helpText(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { help }]) => [`--${name}`, help])
  const all = [...rows, ['--help', 'affiche cette aide']]
  const width = Math.max(...all.map(([left = '']) => left.length)) + 4
  const lines = all.map(([left = '', help = '']) =>
    `  ${left}`.padEnd(width).concat(help.replaceAll('\n', `\n${' '.repeat(width)}`)),
  )
  const notes = command.notes === undefined ? [] : ['', command.notes]
  return [usageLine(command), '', command.summary, ...lines, ...notes].join('\n')
}

export const NO_CREDENTIALS = `Aucun identifiant AWS n'a été trouvé.
Connectez-vous au compte de l'installation (aws sso login, puis AWS_PROFILE) et relancez la commande.`

/** A file that was named and cannot be opened is a bad argument. */
function fileFault(error: unknown): BadArguments | null {
  const { code = '', syscall = '', path = 'Ce fichier' } = error as NodeJS.ErrnoException
  if (!/^E(?:NOENT|ISDIR|NOTDIR|ACCES)$/.test(code) || !/^(?:open|read)$/.test(syscall)) return null
  return new BadArguments(`${path} ne s'ouvre pas (${code}).`)
}

function isBadInput(error: unknown): boolean {
  return error instanceof BadArguments || (error instanceof DomainError && error.code === 'INVALID_REQUEST')
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isWithoutCredentials(error) || isWithoutCredentials(error.cause)) return NO_CREDENTIALS
  if (!(error instanceof DomainError)) return error.message
  const { errors, detail = 'La table ne répond pas' } = error.details
  return (
    errors?.map(({ message }) => message).join('\n') ?? `${detail} (${error.code}). Relancez la commande.`
  )
}

/** Recognises the SDK's error about missing credentials. */
export function isWithoutCredentials(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError'
}
