import { chapterButtonLabels, fileTypeLabels } from '#shared/catalogue/subjects.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { formatCalendarDay } from '#web/lib/format.ts'

/** 'Correction (Vidéo)' */
export function documentLabel({ resourceType, type }: Pick<ChapterItem, 'resourceType' | 'type'>): string {
  return `${chapterButtonLabels[resourceType]} (${fileTypeLabels[type]})`
}

type Weight = { size: number | null; pages: number | null; correctedOn?: string | undefined }

/** '1,2 Mo · 6 p. · Corrigé le 12 mars 2026' */
export function sizeText({ size, pages, correctedOn }: Weight): string {
  return [size && bytesText(size), pages && `${pages}\u00a0p.`, correctedText(correctedOn)]
    .filter(Boolean)
    .join(' · ')
}

/** 'Corrigé le 12 mars 2026', for a document whose reported error was corrected. */
export function correctedText(day: string | undefined): string {
  return day ? `Corrigé le ${formatCalendarDay(day)}` : ''
}

/** '640 ko', '1,2 Mo': decimal units, as phones and their plans count. */
export function bytesText(bytes: number): string {
  return bytes < 999_500
    ? `${Math.ceil(bytes / 1_000)}\u00a0ko`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')}\u00a0Mo`
}
