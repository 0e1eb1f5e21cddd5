import { expect, test } from 'vitest'
import { routes } from '#shared/contract/routes.ts'
import * as publicRoutes from './public-routes.ts'

test.each(Object.entries(publicRoutes))(
  '%s is called as its contract says',
  (name, { method, path, access, csv }) => {
    expect(routes[name as keyof typeof routes]).toMatchObject({ method, path, access, csv })
  },
)
