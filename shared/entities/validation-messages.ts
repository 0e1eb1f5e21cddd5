import { enumerateTracks } from '../catalogue/tracks.ts'

/** Sentences about one field of a form or request, the same in browser and API. */
export const validationMessages = {
  email: 'Veuillez entrer une adresse email valide',
  password: 'Le mot de passe doit contenir au moins 6 caractères',
  year: 'Veuillez entrer une année valide (4 chiffres)',
  driveFile: 'ID Google Drive invalide - Veuillez fournir un ID valide ou une URL Google Drive complète',
  track: `La filière doit être ${enumerateTracks('ou')}`,
  session: 'La session doit être Normale ou Rattrapage',
  boolean: 'Cette valeur doit être vrai ou faux',
  identifier: "L'identifiant n'est pas valide",
  limit: 'La limite doit être un nombre entier de 1 à 100',
  cursor: "Le curseur n'est pas valide",
  url: "L'adresse n'est pas valide",
  pictureInDrive: "L'image doit être ailleurs que dans Google Drive : son adresse est visible de tous",
  theme: "Ce thème n'existe pas",
  chapter: "Ce chapitre n'existe pas",
  choice: 'Cette valeur ne fait pas partie des choix possibles',
  markChanges: 'Une demande doit marquer de 1 à 100 documents',
  chapterMarks: 'Un chapitre peut garder 200 documents marqués au plus',
  amount: 'Le montant doit être un nombre de 0 à 100 000',
  day: 'Veuillez entrer une date valide',
  dayPast: 'Cette date est déjà passée',
  required: 'Ce champ est obligatoire',
  tooLong: 'Ce texte est trop long',
  invalid: 'Valeur invalide',
  notJson: 'Le corps de la requête doit être du JSON valide.',
} as const
