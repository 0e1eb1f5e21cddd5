import { readRouteUnits } from './route-units.ts'

test('a page that lacks a route is refused', () => {
  expect(() => readRouteUnits('| GET /api/health | none | 0 | 0 |')).toThrow('GET /api/subjects')
})
