import { enumerateTracks } from '../catalogue/tracks.ts'

/** Sentences about one field of a form or request, the same in browser and API. */
export const validationMessages = {
  email: 'Veuillez entrer une adresse email valide',
  password: 'Le mot de passe doit contenir au moins 6 caractères',
  year: 'Veuillez entrer une année valide (4 chiffres)',
  track: `La filière doit être ${enumerateTracks('ou')}`,
  session: 'La session doit être Normale ou Rattrapage',
  boolean: 'Cette valeur doit être vrai ou faux',
  identifier: "L'identifiant n'est pas valide",
  limit: 'La limite doit être un nombre entier de 1 à 100',
  cursor: "Le curseur n'est pas valide",
  url: "L'adresse n'est pas valide",
  theme: "Ce thème n'existe pas",
  chapter: "Ce chapitre n'existe pas",
  choice: 'Cette valeur ne fait pas partie des choix possibles',
  amount: 'Le montant doit être un nombre de 0 à 100 000',
  day: 'Veuillez entrer une date valide',
  sitePath: 'Indiquez une page du site, par exemple /premium',
  lastDay: 'Le dernier jour ne peut pas précéder le premier',
  count: 'Veuillez entrer un nombre entier de 1 à 100 000',
  phone: 'Veuillez entrer un numéro de téléphone valide',
  whatsapp: "Veuillez entrer le numéro avec l'indicatif du pays, en chiffres seulement, comme 212600000000",
  tooMany: 'Cette liste est trop longue',
  required: 'Ce champ est obligatoire',
  tooLong: 'Ce texte est trop long',
  invalid: 'Valeur invalide',
  unknownField: "L'adresse contient un paramètre inconnu",
  fileTooLarge:
    "Ce fichier est trop volumineux : 5 Mo au plus, et moins s'il contient beaucoup de guillemets. Envoyez-le en plusieurs parties.",
} as const
