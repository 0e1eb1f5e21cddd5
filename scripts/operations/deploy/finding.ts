/** What a check before or after a deployment has to say; nothing when all is well. */
export type Finding = {
  /** `fault`: forbids the deployment; `unchecked`: could not be looked at. */
  kind: 'fault' | 'warning' | 'unchecked'
  /** French, with what to do. */
  text: string
}

export const fault = (text: string): Finding => ({ kind: 'fault', text })
export const warning = (text: string): Finding => ({ kind: 'warning', text })
export const unchecked = (text: string): Finding => ({ kind: 'unchecked', text })
