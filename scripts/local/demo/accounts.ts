export type DemoAccount = {
  email: string
  role: string
  kind: 'owner' | 'admin' | 'premium' | 'free' | 'paying' | 'ended' | 'blocked'
}

export const DEMO_PASSWORD = 'demo1234'

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'proprietaire@demo.bac', role: 'propriétaire principal', kind: 'owner' },
  { email: 'associee@demo.bac', role: 'deuxième propriétaire', kind: 'owner' },
  { email: 'admin@demo.bac', role: 'administrateur, pas propriétaire', kind: 'admin' },
  { email: 'premium@demo.bac', role: 'élève Premium', kind: 'premium' },
  { email: 'gratuit@demo.bac', role: 'élève gratuit', kind: 'free' },
  { email: 'bloque@demo.bac', role: 'compte bloqué', kind: 'blocked' },
  { email: 'demande@demo.bac', role: 'élève gratuit, paiement à vérifier', kind: 'paying' },
  { email: 'ancienne@demo.bac', role: 'élève dont le Premium est terminé', kind: 'ended' },
]

export const BLOCK_REASON = 'Compte partagé avec plusieurs personnes'
