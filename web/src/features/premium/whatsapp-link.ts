/** A link that opens the messaging app with a message to `number` ready to send (digits with the country code). */
export function whatsappLink(number: string, message: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`
}

/** What somebody writes who wants Premium; the account's e-mail is what the owner needs to activate it. */
export function premiumRequest(priceDh: number, email: string | null): string {
  const request = `Bonjour, je souhaite passer en Premium (${priceDh} DH).`
  return `${request}\nEmail de mon compte : ${email ?? ''}`.trimEnd()
}
