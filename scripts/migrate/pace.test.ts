import { setTimeout } from 'node:timers/promises'
import { atOnce, oneByOne, paced } from './pace.ts'

test('calls begin no faster than told', async () => {
  const turn = paced(100)
  const begun = performance.now()
  await Promise.all(Array.from({ length: 6 }, turn))
  expect(performance.now() - begun).toBeGreaterThanOrEqual(49)
})

test('work one by one keeps its order, and goes on after a failure that its own caller hears of', async () => {
  const inTurn = oneByOne()
  const done: number[] = []
  const work = (number: number, pause: number) =>
    inTurn(async () => {
      await setTimeout(pause)
      if (number === 2) throw new Error('two')
      done.push(number)
    })
  const ended = await Promise.allSettled([work(1, 20), work(2, 1), work(3, 1)])
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual([1, 3])
})

test('so much is done at once and no more, each item once', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  await atOnce(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    running += 1
    most = Math.max(most, running)
    await setTimeout(2)
    running -= 1
    done.push(item)
  })
  expect(most).toBe(3)
  expect(new Set(done).size).toBe(7)
})

test('a failure ends the rest, once what is under way is over', async () => {
  const done: number[] = []
  const all = atOnce(2, [1, 2, 3, 4, 5, 6], async (item) => {
    if (item === 1) throw new Error('one')
    await setTimeout(5)
    done.push(item)
  })
  await expect(all).rejects.toThrow('one')
  expect(done).toEqual([2])
})
