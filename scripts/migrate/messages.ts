/** What the migration says, to be read by the operator. */
export const migrateMessages = {
  line: (line: number) => `ligne ${line}`,
  element: (position: number) => `élément ${position}`,
  unreadableCsv: (line: number) => `les guillemets ouverts à la ligne ${line} ne se referment pas`,
  unreadableJson: "ce n'est pas du JSON valide",
  noObject: "cet élément n'est pas un objet JSON",
  cellCount: (cells: number, columns: number) => `${cells} cellules pour ${columns} colonnes`,
  twoFiles: (table: string, files: readonly string[]) =>
    `Deux fichiers pour la table ${table} : ${files.join(', ')}. Gardez-en un seul.`,
  noFiles: (folder: string) =>
    `Aucun export dans ${folder} : un fichier s'appelle par exemple profiles.csv ou resources_rows.json.`,
  noFolder: (folder: string) => `Ce dossier n'existe pas : ${folder}`,
  noChosenFiles: 'Aucun fichier pour les tables choisies par --only.',
  unknownAdmins: (emails: readonly string[]) =>
    `--admins : aucun administrateur de l'ancien site à cette adresse : ${emails.join(', ')}.`,
  foreignFile: (file: string, table: string) => `${file} : aucune colonne de la table ${table}.`,

  text: 'Un texte est attendu',
  flag: 'Cette valeur doit être vrai ou faux (t, f, true, false)',
  instant: "Cette date n'est pas lisible",
  unnamedValue: 'valeur',

  encrypted: (prefix: string) =>
    `Référence chiffrée (${prefix}) : écrivez à sa place l'identifiant ou l'adresse du fichier dans Google Drive`,
  rowId: "Cet identifiant est celui d'une ligne, pas d'un fichier Google Drive",
  prefixTaken: (prefix: string) => `préfixe ${prefix} retiré de la référence`,
  decoded: 'référence enc_ décodée : ouvrez ce document une fois pour la vérifier',

  sameAddress: (place: string) => `Même adresse que ${place}`,
  sameId: (place: string) => `Même identifiant que ${place}`,
  sameSubject: (place: string) => `Même filière, année et session que ${place}, avec un autre fichier`,
  sameResource: (place: string) => `même document que ${place}`,
  sameInPlace: 'ce document est déjà là sous un autre identifiant',
  changedSince: 'modifiée depuis sur le nouveau site : laissée telle quelle',

  refusedByCognito: 'Cognito refuse cette adresse',
  owner: 'Adresse de propriétaire : son compte se crée par npm run create-owner',
  blockHasFault: 'Cette adresse est bloquée, mais la ligne de son blocage a une faute : corrigez-la',
  blockedHere:
    "Cette adresse est bloquée ici sans compte : débloquez-la dans l'administration, puis relancez",
  disabledHere:
    'Un compte désactivé est à cette adresse, sans doute en cours de suppression : relancez demain',
  lacksPremium:
    "Un compte s'est inscrit ici à cette adresse, sans Premium : après vérification, donnez-le dans l'administration",
  lacksAdmin: "Un compte s'est inscrit ici à cette adresse : le droit d'administration ne lui est pas donné",
  adminNotMoved: "droit d'administration non repris (--admins le garderait)",
  protectedBlock: 'Un propriétaire ou un administrateur ne peut pas être bloqué',
  noReason: 'Raison non précisée',
  system: 'SYSTEM',

  noReference: 'Aucune référence de fichier',
  otherFile: 'Ce sujet est déjà là avec un autre fichier : il reste tel quel',
  untitled: 'sans titre : un titre lui est donné',
  pictureNotMoved: (address: string) => `image non reprise : ${address}`,

  noId: 'Une ligne du journal a un identifiant',
  noActor: "L'auteur doit être une adresse, ou SYSTEM",
  noAction: "L'action manque",
  entryTooLong: 'Valeurs trop longues pour le journal',
  brokenText: 'Valeurs que la table ne peut pas garder',
} as const
