import type { Figure } from './figure.ts'

/** What can be measured, in the order in which it is. */
export const PARTS = ['functions', 'api', 'scale', 'web'] as const
export type Part = (typeof PARTS)[number]

/** Rows that are shown as they are. */
export type Table = { title: string; head: string[]; rows: (string | number)[][] }

/** What measuring one part gives. */
export type PartReport = { figures: Figure[]; tables: Table[] }

/** A part as it is kept. */
export type KeptPart = PartReport & {
  /** ISO date. */
  measuredAt: string
  machine: string
}

export type Results = Partial<Record<Part, KeptPart>>
