import { validationMessages } from '../../entities/fields.ts'

export const importMessages = {
  unreadable: (line: number) => `Ce fichier n'est pas un CSV lisible (ligne ${line})`,
  unknownColumns: (names: readonly string[]) => `Colonnes inconnues : ${fewOf(names)}`,
  missingColumns: (names: readonly string[]) => `Colonnes manquantes : ${names.join(', ')}`,
  doubledColumns: 'Une colonne figure deux fois',
  tooManyLines: (lines: number) =>
    `Un fichier peut avoir ${lines.toLocaleString('fr-FR').replaceAll('\u202f', ' ')} lignes au plus`,
  longLine: 'Cette ligne est trop longue',
  choices: (names: readonly string[]) => `Valeurs possibles : ${names.join(', ')}`,
  flag: 'Cette valeur doit être oui ou non',
  subjectId: "Cet identifiant est celui d'un sujet du bac",
  doubled: (line: number) => `Même ressource que la ligne ${line}`,
  doubledSubject: (line: number) => `Même sujet que la ligne ${line}`,
  ambiguous: 'Plusieurs ressources correspondent à cette ligne : ajoutez leur identifiant (colonne id)',
  changedSince: "Ce contenu vient d'être modifié. Veuillez réessayer",
  identifier: validationMessages.identifier,
} as const

/** Shortens a list of names, which may be megabytes, to a few that show which file it is. */
function fewOf(names: readonly string[]): string {
  const few = names.slice(0, 5).map((name) => name.slice(0, 40))
  return `${few.join(', ')}${names.length > few.length ? '...' : ''}`
}
