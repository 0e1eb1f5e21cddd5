export async function capturedOutput(work: () => Promise<void>): Promise<string> {
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write)
  let text = ''
  for (const stream of streams)
    stream.write = (chunk: string | Uint8Array) => {
      text += chunk.toString()
      return true
    }
  try {
    await work()
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write
  }
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

type Embedded = {
  CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[]
}
