import { bytesText } from '#web/lib/documents/document-weight.ts'

/** What the viewer says beyond the specification's sentences. */
export const viewerTexts = {
  loadingPdf: 'Chargement du document...',
  loadingVideo: 'Chargement de la vidéo...',
  backOnline: 'Connexion rétablie.',
  replaced: 'Ce document vient de changer : voici sa nouvelle version.',
  openInDrive: 'Ouvrir dans Google Drive',
} as const

/** 'Chargement : 128 ko sur 1,2 Mo' */
export function loadingText(loaded: number, total: number): string {
  return `Chargement : ${bytesText(loaded)} sur ${bytesText(total)}`
}

/** 'Préparation de l'impression : page 3 sur 60' */
export function printingText(done: number, count: number): string {
  return `Préparation de l'impression : page ${done} sur ${count}`
}

/** 'Reprise à 12:05' */
export function resumedText(seconds: number): string {
  const whole = Math.floor(seconds)
  return `Reprise à ${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
