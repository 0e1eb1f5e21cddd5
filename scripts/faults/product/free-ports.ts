import { assertPortsFree, type Ports, portsFrom, StartRefusal } from '#scripts/local/ports.ts'

const FIRST_PORT = 20_000
const PORT_RANGE = 12_000
const ATTEMPTS = 20

/** Below the ports that the system hands out by itself, so that none is taken away meanwhile. */
export async function freePorts(): Promise<Ports> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = portsFrom(FIRST_PORT + Math.floor(Math.random() * PORT_RANGE))
    try {
      await assertPortsFree(ports)
      return ports
    } catch (error) {
      if (!(error instanceof StartRefusal) || attempt === ATTEMPTS) throw error
    }
  }
}
