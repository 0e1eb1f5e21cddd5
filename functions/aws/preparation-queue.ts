import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { clientSettings } from './sdk.ts'

/** SQS takes at most ten messages a call. */
const MESSAGES_AT_ONCE = 10

/** Without a URL nothing is prepared, and nothing is sent. */
export function createPreparationQueue(url: string | undefined) {
  // Calls go to the region's endpoint like those of other clients: the SDK would take the queue's own address for it.
  const settings = { ...clientSettings(3), useQueueUrlAsEndpoint: false }
  const client = url === undefined ? null : new SQSClient(settings)

  /** Asks for documents to be looked at. A document that is prepared already costs a read and a write. */
  async function send(documentIds: readonly string[]): Promise<void> {
    if (!client) return
    for (let start = 0; start < documentIds.length; start += MESSAGES_AT_ONCE) {
      const Entries = documentIds.slice(start, start + MESSAGES_AT_ONCE).map((documentId, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify({ documentId }),
      }))
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
      if (Failed[0]) throw new Error(`SQS did not take a message: ${Failed[0].Code}`)
    }
  }

  return { send }
}

export type PreparationQueue = ReturnType<typeof createPreparationQueue>
