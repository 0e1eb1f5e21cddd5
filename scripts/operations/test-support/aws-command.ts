/**
 * Runs a command of the AWS CLI through the SDK: `node aws-command.ts dynamodb delete-table --table-name revision-dev`.
 * It refuses what the SDK's own model of the operation does not name. With AWS_COMMAND=check it stops there.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

const CLIENTS: Record<string, string> = {
  'cognito-idp': 'cognito-identity-provider',
  secretsmanager: 'secrets-manager',
  s3api: 's3',
}
const OWN_OPTIONS = ['region', 'query', 'output']
/** The SDK and this project do without the client of CloudWatch Logs. */
const UNKNOWN_SERVICES = ['logs']

type Operation = new (input: object) => { schema: { 4: () => { 4: string[] } } }
type ClientClass = new (settings: object) => { send: (command: object) => Promise<object> }

const pascal = (words: string) => words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Reads a value: JSON, the CLI's short form of an object (`Enabled=true,Name=x`), a file, or a text. */
function valueOf(text: string): unknown {
  if (/^[[{]/.test(text)) return JSON.parse(text)
  if (text.startsWith('file://')) return readFileSync(text.slice('file://'.length), 'utf8')
  if (!/^\w+=\w+(?:,\w+=\w+)*$/.test(text)) return text
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, ['true', 'false'].includes(value) ? value === 'true' : value]
    }),
  )
}

function readOptions(words: readonly string[]): Record<string, string | true> {
  const options: Record<string, string | true> = {}
  for (const [index, word] of words.entries()) {
    if (!word.startsWith('--')) continue
    const next = words[index + 1]
    options[word.slice(2)] = next === undefined || next.startsWith('--') ? true : next
  }
  return options
}

/** @throws Error that names the option which the operation does not have */
function inputOf(
  options: Record<string, string | true>,
  members: readonly string[],
): Record<string, unknown> {
  const given = Object.entries(options).filter(([name]) => !OWN_OPTIONS.includes(name))
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isOff = value === true && name.startsWith('no-')
      const member = pascal(isOff ? name.slice('no-'.length) : name)
      if (!members.includes(member)) throw new Error(`--${name} is no option of this operation`)
      return [member, value === true ? !isOff : valueOf(value)]
    }),
  )
}

async function run([service = '', operation = '', ...words]: string[]): Promise<void> {
  const isCheck = process.env['AWS_COMMAND'] === 'check'
  if (isCheck && UNKNOWN_SERVICES.includes(service)) return
  const sdk = createRequire(import.meta.url)(`@aws-sdk/client-${CLIENTS[service] ?? service}`) as Record<
    string,
    Operation | ClientClass
  >
  const isWait = operation === 'wait'
  if (isWait && words.shift() !== 'table-exists') throw new Error('Only table-exists can be waited for')
  // AdminSetUserMFAPreference is written otherwise than the words of its command.
  const wanted = `${isWait ? 'DescribeTable' : pascal(operation)}Command`.toLowerCase()
  const Command = Object.entries(sdk).find(([name]) => name.toLowerCase() === wanted)?.[1] as
    | Operation
    | undefined
  if (!Command) throw new Error(`${service} has no operation ${operation}`)
  const options = readOptions(words)
  const input = inputOf(options, new Command({}).schema[4]()[4])
  if (isCheck) return
  const Client = Object.entries(sdk).find(([name]) => /^[A-Z].*Client$/.test(name))?.[1] as
    | ClientClass
    | undefined
  if (!Client) throw new Error(`${service} has no client`)
  const client = new Client({})
  let answer: unknown = await client.send(new Command(input))
  if (isWait) {
    while ((answer as { Table: { TableStatus: string } }).Table.TableStatus !== 'ACTIVE') {
      await pause(100)
      answer = await client.send(new Command(input))
    }
    return
  }
  for (const part of typeof options['query'] === 'string' ? options['query'].split('.') : [])
    answer = (answer as Record<string, unknown>)[part]
  console.log(options['output'] === 'text' ? String(answer) : JSON.stringify(answer))
}

await run(process.argv.slice(2))
