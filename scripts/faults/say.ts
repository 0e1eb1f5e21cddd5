/** Most of what follows a fault is its echo. */
const FAULTS_SAID = 10

export function sayFaults(say: (text: string) => void, faults: readonly string[]): void {
  for (const fault of faults.slice(0, FAULTS_SAID)) say(`FAULT ${fault}`)
}
