import { actions } from './support/actions.ts'
import { type Action, seesAction } from './support/states.ts'
import { test } from './support/story.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
// Each state is looked at closely, also where many programs share a machine.
test.describe.configure({ timeout: 180_000 })

const rows = Object.entries(actions) as [keyof typeof actions, { as: string } & Action][]
for (const [name, { as, ...action }] of rows)
  test.describe(name, () => {
    test.use({ as })
    test('is under way, fails, has no network, and is done', ({ person }) => seesAction(person, name, action))
  })
