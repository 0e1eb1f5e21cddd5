import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { clientSettings } from './sdk.ts'

export type Mail = { subject: string; text: string; html: string }

type MailSender = { region: string; name: string; address: string }

export function createMailService({ region, name, address }: MailSender) {
  const client = new SESv2Client({ ...clientSettings(3), region })
  const from = `${encodedWord(name)} <${address}>`

  /** @throws Error of the SDK, whose message may hold the address */
  async function send(to: string, { subject, text, html }: Mail): Promise<void> {
    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
      }),
    )
  }

  return { send }
}

export type MailService = ReturnType<typeof createMailService>

/** Encodes a name for a header, which takes ASCII alone (RFC 2047). */
function encodedWord(text: string): string {
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}
