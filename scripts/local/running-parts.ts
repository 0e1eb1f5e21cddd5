import type { Child } from './child.ts'
import type { RunningServer } from './http-server.ts'
import type { Part } from './status.ts'

/** The parts that run so far, and how each is ended: in reverse order, whatever happened in between. */
export class RunningParts {
  readonly list: Part[] = []
  readonly #endings: (() => Promise<void> | void)[] = []

  /** Notes what to do at the end. */
  atStop(ending: () => Promise<void> | void): void {
    this.#endings.push(ending)
  }

  /** Notes a server in this process. */
  addServer(name: string, server: RunningServer): void {
    this.list.push({ name, port: server.port, pid: () => null })
    this.atStop(() => server.close())
  }

  /** Notes a process of its own. */
  addChild(name: string, port: number, child: Child): void {
    this.list.push({ name, port, pid: () => child.pid })
  }

  async stop(): Promise<void> {
    for (const end of this.#endings.splice(0).toReversed()) await end()
  }
}
