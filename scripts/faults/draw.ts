/** One of some choices, by a seeded source. @param random numbers in [0, 1) @throws Error when there are none */
export function drawFrom<T>(choices: readonly T[], random: () => number): T {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new Error('Nothing to choose from')
  return choice
}
