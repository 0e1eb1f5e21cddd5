import { Drawing } from '#web/ui/page.tsx'

export function PaperFigure() {
  return (
    <Drawing width={200} height={112}>
      <path data-fill="soft" d="M92 10h70q6 0 6 6v84q0 6-6 6H92z" />
      <path data-fill="soft" d="M38 6h72q6 0 6 6v84q0 6-6 6H38q-6 0-6-6V12q0-6 6-6z" />
      <path data-line="thin" d="M46 22h34M46 34h54M46 42h54M46 50h30" />
      <path d="M46 84c8-22 14-22 20 0s12 22 18 0" />
      <path data-line="thin" d="M44 84h56" />
      <path d="m132 58 8 8 16-20" />
    </Drawing>
  )
}
