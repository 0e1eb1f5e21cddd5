import { TRACK_CODES } from '#shared/catalogue/tracks.ts'

/** A file of the inbox folder. */
type ReceivedFile = {
  name: string
  /** @default that of the name's ending */
  mimeType?: string
  /** @default a paper, or the video, of a size that no other file has */
  content?: 'picture' | 'nothing' | 'stored paper'
}

const [first] = TRACK_CODES
const last = TRACK_CODES.at(-1) ?? first
const GOOGLES_OWN = 'application/vnd.google-apps.'

/** The files that the demo's owner has put into the inbox folder: ten with good names, and others. */
export const receivedFiles: readonly ReceivedFile[] = [
  { name: `${first} 2025 rattrapage.pdf` },
  { name: `${first} 2025 rattrapage corrigé.pdf` },
  { name: `Bac-${last}-2025-Rattrapage.pdf` },
  { name: `${last}_2025_R_corrige.pdf` },
  { name: `Examen national ${last} 2016 session de rattrapage.pdf` },
  { name: `Corrigé ${first} 2024 rattrapage.pdf` },
  { name: `${last} 2020 normale correction.pdf` },
  { name: `Correction vidéo ${first} 2022 normale.mp4` },
  { name: `${first}_Ondes_1_2025_N_enonce.pdf` },
  { name: `Cours ${last} Dipôle RC 2025 normale.pdf` },
  { name: 'Scan du 12 juin.pdf' },
  { name: `Copie de Bac-${first}-2023-Normale.pdf`, content: 'stored paper' },
  { name: 'Photo du tableau.jpg', mimeType: 'image/jpeg', content: 'picture' },
  { name: 'Exercices à relire', mimeType: `${GOOGLES_OWN}document` },
  { name: `${first} 2024 normale.pdf`, mimeType: `${GOOGLES_OWN}shortcut` },
  { name: `${last} 2019 rattrapage corrigé.pdf`, content: 'nothing' },
]
