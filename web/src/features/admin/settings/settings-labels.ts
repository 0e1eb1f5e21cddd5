import { tracks } from '#shared/catalogue/tracks.ts'

/** Labels by the field's path. */
export const settingsLabels: Readonly<Record<string, string>> = {
  priceDh: 'Prix (DH)',
  premiumValidUntil: "Valable jusqu'au",
  exams: 'Dates des examens',
  ...Object.fromEntries(
    tracks.map(({ code }) => [`mockExamMinutes.${code}`, `Examen blanc ${code} (minutes)`]),
  ),
  'contact.email': 'Email',
  'contact.phone': 'Téléphone',
  'contact.whatsapp': 'Numéro WhatsApp',
  'contact.socialUrl': 'Page sociale (adresse)',
  'contact.availability': 'Disponibilité',
  'payment.bank.name': 'Banque',
  'payment.bank.holder': 'Titulaire du compte',
  'payment.bank.account': 'Numéro de compte (RIB)',
  'payment.agencies.0': 'Première agence de transfert',
  'payment.agencies.1': 'Deuxième agence de transfert',
  'claims.subjects': "Sujets d'examen",
  'claims.resources': 'Ressources',
  'claims.yearsOfExperience': "Années d'expérience",
  'announcement.text': "Texte de l'annonce",
  'announcement.from': 'Premier jour',
  'announcement.until': 'Dernier jour',
  'privacy.controller': 'Responsable des données',
  'privacy.address': 'Adresse postale (facultative)',
  'privacy.contact': 'Email pour les demandes (facultatif)',
  'privacy.authority': 'Autorité de contrôle',
  'privacy.declaration': 'Déclaration (facultative)',
  'privacy.transfer': "Transfert à l'étranger (facultatif)",
}
