import { EXAM_SESSIONS } from '#shared/catalogue/tracks.ts'
import { subjectAnchor } from '#shared/entities/subject.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { Table } from '#web/ui/table.tsx'
import { SubjectCell } from './subject-cell.tsx'
import type { SubjectRow } from './subject-rows.ts'
import styles from './subject-table.module.css'

type SubjectTableProps = { caption: string; rows: readonly SubjectRow[]; access: Access }

/** A row per year, a column per session. */
export function SubjectTable({ caption, rows, access }: SubjectTableProps) {
  return (
    <Table caption={caption} columns={['Année', ...EXAM_SESSIONS]} inline>
      {rows.map(({ year, subjects }) => (
        <tr key={year} className={styles.row}>
          <th scope="row" className={styles.year}>
            {year}
          </th>
          {EXAM_SESSIONS.map((session) => (
            <td
              key={session}
              id={subjectAnchor({ year, session })}
              data-label={session}
              className={styles.place}
            >
              <SubjectCell subject={subjects[session]} access={access} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
