import { Drawing } from '#web/ui/figure-panel.tsx'

/** A letter that travels as a wave. */
export function LetterFigure() {
  return (
    <Drawing width={200} height={112}>
      <path data-line="thin" d="M8 56h184M186 51l6 5-6 5" />
      <path d="M12 56c8-26 18-26 26 0s18 26 26 0M136 56c8-26 18-26 26 0s10 26 22 6" />
      <rect data-fill="soft" x="68" y="32" width="64" height="48" rx="5" />
      <path d="m70 36 30 24 30-24" />
    </Drawing>
  )
}
