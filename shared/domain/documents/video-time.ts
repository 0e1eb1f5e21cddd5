import { plainDigits } from '../../entities/plain-digits.ts'

/** Returns a text such as '4:30' or '1:02:05'. */
export function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0(?=\d)/, '')
}

/** Parses '4:30', '1:02:05' or '4 min 30' to seconds; null for an empty text, NaN for any other. */
export function parseTime(text: string): number | null {
  const trimmed = plainDigits(text.trim())
  if (trimmed === '') return null
  const match = /^(?:(\d{1,2})\s*[:h]\s*)?(\d{1,3})\s*(?::|min|m)\s*(\d{1,2})\s*s?$/i.exec(trimmed)
  const [, hours = '0', minutes = '', seconds = ''] = match ?? []
  if (!match || Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59)) return Number.NaN
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
