import { vi } from 'vitest'

export async function capturedOutput(work: () => Promise<void>): Promise<string> {
  let text = ''
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += chunk.toString()
      return true
    }),
  )
  await work().finally(() => spies.map((spy) => spy.mockRestore()))
  return text
}

export function metricsIn(text: string): Record<string, number[]> {
  const values: Record<string, number[]> = {}
  for (const line of text.split('\n').filter((each) => each.includes('"_aws"'))) {
    const { _aws, ...said } = JSON.parse(line) as { _aws: Embedded } & Record<string, number>
    for (const { Name } of _aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics))
      values[Name] = [...(values[Name] ?? []), said[Name] ?? Number.NaN]
  }
  return values
}

type Embedded = { CloudWatchMetrics: { Metrics: { Name: string }[] }[] }
