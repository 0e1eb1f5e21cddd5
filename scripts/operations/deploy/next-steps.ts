import type { Stage } from '#infra/stages.ts'

export type Left = {
  origin: string
  /** The distribution's own address. */
  ownOrigin: string
  /** True where the site answers at its own address, too. */
  answersAtOrigin: boolean
  /** Findings of the checks after the deployment. */
  todo: readonly string[]
}

/** Lists the addresses, and what is left to do by hand. */
export function nextSteps(
  { name, owners, hostedZone, alarmEmail, probe }: Stage,
  { origin, ownOrigin, answersAtOrigin, todo }: Left,
): string[] {
  const host = new URL(origin).hostname
  const steps = [
    !answersAtOrigin &&
      (hostedZone
        ? `${origin} ne répond pas encore : la zone ${hostedZone.name} est-elle déléguée par le registraire ?`
        : `${origin} ne répond pas encore : dans le DNS, faites de ${host} un CNAME de ${new URL(ownOrigin).hostname}.`),
    ...todo,
    ...owners.map(
      (owner) => `Si ce n'est pas fait : npm run create-owner -- --stage ${name} --email ${owner}`,
    ),
    probe && `Si ce n'est pas fait : npm run create-probe -- --stage ${name}`,
    alarmEmail !== undefined &&
      `Si ce n'est pas fait : confirmez l'abonnement aux alarmes dans le message reçu par ${alarmEmail}.`,
  ].filter((step) => step !== false)
  return [
    '',
    `Le site répond : ${origin}`,
    ...(origin === ownOrigin ? [] : [`Adresse de CloudFront : ${ownOrigin}`]),
    '',
    'Ensuite :',
    ...steps.map((step) => `  - ${step.replaceAll('\n', '\n    ')}`),
  ]
}
