import { type Basis, SIZES } from './basis.ts'
import { count, percent, significant, table } from './format.ts'
import { type Limit, limitsOf, studentsAt } from './limits.ts'
import { peak } from './usage.ts'

export function limitsByStudents({ stages }: Basis): (Limit & { students: number })[] {
  return limitsOf(stages.prod)
    .map((limit) => ({ ...limit, students: studentsAt(limit) }))
    .toSorted((a, b) => a.students - b.students)
}

export function limits(basis: Basis): string {
  const all = limitsByStudents(basis)
  const rows = all.map(({ students, name, value, unit, remedy, verified }) => [
    Number.isFinite(students) ? count(significant(students)) : 'never',
    name,
    `${count(value)} ${unit}${verified ? '' : ' (†)'}`,
    remedy,
  ])
  const first = SIZES.map((students) => {
    const failing = all.filter(({ isAllowance = false }) => !isAllowance)
    const passed = failing.filter((limit) => limit.students < students).map(({ name }) => name)
    const next = failing.find((limit) => limit.students >= students)
    const behind = passed.length === 0 ? 'nothing is met.' : `met in this order: ${passed.join('; ')}.`
    return `- **${count(students)} students**: ${behind} Next: ${next?.name ?? 'none'}, at ${count(significant(next?.students ?? 0))}.`
  })
  return `## Which limit is met first, and what to do then

At the worst moment, as assumed: ${percent(peak.online)} of all students with a page open in the busiest hour, ${percent(peak.arrivingPerMinute)} beginning a visit, ${percent(peak.signingInPerMinute)} signing in and
${percent(peak.signingUpPerMinute)} signing up within one minute, ${percent(peak.forgettingPerDay)} forgetting their password on one day. (†) marks a figure that is from memory of the provider's page.

${table(['at students', 'limit', 'value', 'then'], rows)}

${first.join('\n')}

What never grows with students: public lists (the edge keeps them for a minute), heartbeats by partition (each student's item is a partition of its
own, written twice a minute of 1,000 times a second), and AUDIT and ACTORS, which an owner writes by hand, 2 units each a change, so 500 changes a second.
Sign-ups that meet on one of the eight user counters conflict and are tried again before COUNTERS is full: at the 50 a second that Cognito lets
through each counter sees 6. By file, not by students: Lambda streams the first 6 MB of an answer at full speed and then 2 MB a
second, 200 MB at most, so a free video of 60 MB takes half a minute to a cold edge, and a larger one belongs on YouTube; Drive refuses a single file
that was fetched too often in a day (Google says no figure): the copy at the edge is what keeps that far away. Secrets Manager is asked once for each new
instance of a function, ten thousand times a second at most.`
}
