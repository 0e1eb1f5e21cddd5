import { Drawing } from '#web/ui/figure-panel.tsx'

/** A blackboard with a curve, being played. */
export function ScreenFigure() {
  return (
    <Drawing width={200} height={112}>
      <rect data-fill="soft" x="20" y="8" width="160" height="84" rx="8" />
      <path data-line="thin" d="M40 76V24M36 30l4-6 4 6M36 72h60M90 68l6 4-6 4" />
      <path d="M40 72c8-36 14-36 20 0s12 0 28-22M122 34v32l28-16z" />
      <path data-line="thin" d="M20 104h160" />
      <path d="M20 104h62" />
      <circle data-fill="hue" cx="82" cy="104" r="5" />
    </Drawing>
  )
}
