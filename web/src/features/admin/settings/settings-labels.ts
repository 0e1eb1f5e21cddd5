import type { HTMLInputTypeAttribute } from 'react'
import { tracks } from '#shared/catalogue/tracks.ts'

/** The field of a setting: a line of text unless it says otherwise. */
type SettingField = { label: string; hint?: string; type?: HTMLInputTypeAttribute; inputMode?: 'numeric' }

/** Every setting of the form by its path, in the order of the form and of the audit log. */
export const settingsFields: Readonly<Record<string, SettingField>> = {
  priceDh: { label: 'Prix (DH)', inputMode: 'numeric', hint: 'En dirhams, payé une fois.' },
  premiumValidUntil: {
    label: "Valable jusqu'au",
    type: 'date',
    hint: "Dernier jour d'accès. Passé ce jour, l'offre n'est plus vendue. Vide\u00a0: accès sans fin.",
  },
  exams: { label: 'Dates des examens' },
  ...Object.fromEntries(
    tracks.map(({ code }) => [
      `mockExamMinutes.${code}`,
      { label: `Examen blanc ${code} (minutes)`, inputMode: 'numeric' },
    ]),
  ),
  'contact.email': { label: 'Email', type: 'email' },
  'contact.phone': { label: 'Téléphone', type: 'tel' },
  'contact.whatsapp': {
    label: 'Numéro WhatsApp',
    inputMode: 'numeric',
    hint: 'Indicatif du pays et numéro, chiffres seulement\u00a0: 212600000000.',
  },
  'contact.socialUrl': { label: 'Page sociale (adresse)', type: 'url' },
  'contact.availability': { label: 'Disponibilité' },
  'payment.bank.name': { label: 'Banque' },
  'payment.bank.holder': { label: 'Titulaire du compte' },
  'payment.bank.account': { label: 'Numéro de compte (RIB)' },
  'payment.agencies.0': { label: 'Première agence de transfert' },
  'payment.agencies.1': { label: 'Deuxième agence de transfert' },
  'claims.subjects': { label: "Sujets d'examen", inputMode: 'numeric' },
  'claims.resources': { label: 'Ressources', inputMode: 'numeric' },
  'claims.yearsOfExperience': { label: "Années d'expérience", inputMode: 'numeric' },
  inboxFolder: {
    label: 'Dossier Google Drive (facultatif)',
    hint: "L'adresse ou l'identifiant d'un dossier, partagé en lecture avec le compte de service que montre le tableau de bord.",
  },
  acceptsQuestions: { label: 'Les élèves Premium peuvent poser des questions' },
  'announcement.text': {
    label: "Texte de l'annonce",
    hint: 'Une ou deux phrases. Vide\u00a0: aucune annonce.',
  },
  'announcement.short': {
    label: 'En bref, pour les téléphones (facultatif)',
    hint: '40 caractères, sur une ligne.',
  },
  'announcement.page': { label: 'Mène à la page (facultatif)', hint: 'Par exemple /premium.' },
  'announcement.from': { label: 'Premier jour', type: 'date' },
  'announcement.until': { label: 'Dernier jour', type: 'date' },
  'privacy.controller': {
    label: 'Responsable des données',
    hint: 'La personne ou la société qui répond des données des élèves.',
  },
  'privacy.address': { label: 'Adresse postale (facultative)' },
  'privacy.contact': {
    label: 'Email pour les demandes (facultatif)',
    type: 'email',
    hint: "Sans elle, la page Confidentialité donne l'e-mail de contact du site.",
  },
  'privacy.authority': { label: 'Autorité de contrôle' },
  'privacy.declaration': {
    label: 'Déclaration (facultative)',
    hint: "Numéro du récépissé de la déclaration à la CNDP, s'il y en a un.",
  },
  'privacy.transfer': {
    label: "Transfert à l'étranger (facultatif)",
    hint: "Les données sont conservées en France\u00a0: la CNDP demande, après la déclaration, une demande de transfert à l'étranger. Numéro de son récépissé, s'il y en a un.",
  },
}

export const settingsLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(settingsFields).map(([name, { label }]) => [name, label]),
)
