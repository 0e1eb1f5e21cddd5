/** The source of the time, which tests can set. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
