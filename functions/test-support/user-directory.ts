import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type TestAccount = {
  id: string
  email: string
  createdAt: Date
  isEnabled: boolean
  /** How often its tokens were revoked. */
  signOuts: number
  hasSecondFactor: boolean
  /** Null: nobody signs in with it here. */
  password: string | null
}

type Answer = { status: number; body: object }
type Fault = { status: number; type: string } | 'reset'

export type Directory = {
  /** By `sub`, in the order in which ListUsers shows them. */
  accounts: Map<string, TestAccount>
  /** Clients with a secret, by id: callers with credentials sign in by them. */
  clients: Map<string, string>
  /** Adds an account, as given. */
  enrol(changes?: Partial<TestAccount>): TestAccount
  /** Operations asked for since the last `clear`, such as 'ListUsers'. */
  operations: { list(): string[]; clear(): void }
  /** Answers in the service's place; undefined lets a call through. */
  failWith(fault: (operation: string) => Fault | undefined): void
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
}

/**
 * The calls of Cognito's that functions make, with their paging, limits and errors.
 * @param accessToken a client's token of an account
 */
export function userDirectory(accessToken: (userId: string, clientId: string) => string): Directory {
  const accounts = new Map<string, TestAccount>()
  const clients = new Map<string, string>()
  const seen: string[] = []
  let fault: (operation: string) => Fault | undefined = () => undefined

  function change(username: unknown, changed: (account: TestAccount) => TestAccount): Answer {
    const account = accounts.get(String(username))
    if (!account) return refusal('UserNotFoundException')
    accounts.set(account.id, changed(account))
    return done
  }

  const operations: Record<string, (input: Record<string, unknown>) => Answer> = {
    ListUsers: ({ Limit, PaginationToken }) => {
      const start = PaginationToken === undefined ? 0 : startOf(PaginationToken)
      if (Number(Limit) > 60 || start === null) return refusal('InvalidParameterException')
      const end = start + Number(Limit)
      return {
        status: 200,
        body: {
          Users: [...accounts.values()].slice(start, end).map(asListed),
          ...(end < accounts.size && { PaginationToken: tokenOf(end) }),
        },
      }
    },
    AdminGetUser: ({ Username }) => {
      const account = accounts.get(String(Username))
      if (!account) return refusal('UserNotFoundException')
      // Cognito leaves an empty list out.
      const list = account.hasSecondFactor && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }
      return { status: 200, body: { Username: account.id, ...list } }
    },
    AdminSetUserMFAPreference: ({ Username, SoftwareTokenMfaSettings }) => {
      const { Enabled } = SoftwareTokenMfaSettings as { Enabled: boolean }
      // Nobody is asked for a code of an app that was never shown one.
      if (Enabled) return refusal('InvalidParameterException')
      return change(Username, (account) => ({ ...account, hasSecondFactor: false }))
    },
    AdminDeleteUser: ({ Username }) =>
      accounts.delete(String(Username)) ? done : refusal('UserNotFoundException'),
    AdminDisableUser: ({ Username }) => change(Username, (account) => ({ ...account, isEnabled: false })),
    AdminEnableUser: ({ Username }) => change(Username, (account) => ({ ...account, isEnabled: true })),
    DescribeUserPoolClient: ({ ClientId }) => {
      const ClientSecret = clients.get(String(ClientId))
      if (ClientSecret === undefined) return refusal('ResourceNotFoundException')
      return { status: 200, body: { UserPoolClient: { ClientId, ClientSecret } } }
    },
    AdminInitiateAuth: ({ ClientId, AuthFlow, AuthParameters }) => {
      const { USERNAME = '', PASSWORD, SECRET_HASH } = AuthParameters as Record<string, string>
      const account = [...accounts.values()].find(({ email }) => email === USERNAME)
      const hash = createHmac('sha256', clients.get(String(ClientId)) ?? '')
      const isRight =
        AuthFlow === 'ADMIN_USER_PASSWORD_AUTH' &&
        clients.has(String(ClientId)) &&
        SECRET_HASH === hash.update(`${USERNAME}${String(ClientId)}`).digest('base64') &&
        account?.password === PASSWORD
      if (!account || !isRight) return refusal('NotAuthorizedException')
      const AccessToken = accessToken(account.id, String(ClientId))
      return { status: 200, body: { AuthenticationResult: { AccessToken } } }
    },
    AdminUserGlobalSignOut: ({ Username }) =>
      change(Username, (account) => ({ ...account, signOuts: account.signOuts + 1 })),
  }

  return {
    accounts,
    clients,
    enrol: (changes = {}) => {
      const id = changes.id ?? randomUUID()
      const account = {
        id,
        email: `eleve-${id.slice(0, 8)}@exemple.test`,
        createdAt: new Date('2025-09-01T08:00:00Z'),
        isEnabled: true,
        signOuts: 0,
        hasSecondFactor: false,
        password: null,
        ...changes,
      }
      accounts.set(id, account)
      return account
    },
    operations: {
      list: () => [...seen],
      clear: () => {
        seen.length = 0
      },
    },
    failWith: (next) => {
      fault = next
    },
    answer: async (incoming, outgoing) => {
      const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
      seen.push(operation)
      const input = JSON.parse(await text(incoming)) as Record<string, unknown>
      const broken = fault(operation)
      if (broken === 'reset') {
        incoming.socket.destroy()
        return
      }
      const { status, body } = broken
        ? refusal(broken.type, broken.status)
        : (operations[operation]?.(input) ?? refusal('InvalidAction'))
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    },
  }
}

const done: Answer = { status: 200, body: {} }

function refusal(type: string, status = 400): Answer {
  return { status, body: { __type: type, message: '' } }
}

function asListed({ id, email, createdAt, isEnabled }: TestAccount) {
  return {
    Username: id,
    Attributes: [
      { Name: 'email', Value: email },
      { Name: 'sub', Value: id },
    ],
    UserCreateDate: createdAt.getTime() / 1000,
    Enabled: isEnabled,
    UserStatus: 'CONFIRMED',
  }
}

function tokenOf(start: number): string {
  return Buffer.from(`page+/${start}`).toString('base64')
}

function startOf(token: unknown): number | null {
  const [, start] = /^page\+\/(\d+)$/.exec(Buffer.from(String(token), 'base64').toString()) ?? []
  return start === undefined ? null : Number(start)
}
