import { once } from 'node:events'
import { createServer } from 'node:net'
import { optionsFrom } from './options.ts'
import { assertPortsFree, freePort, portsFrom, StartRefusal } from './ports.ts'

test('names a port in use, its part and another choice', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const refused = assertPortsFree({ ...portsFrom(port), drive: port })
  await expect(refused).rejects.toThrow(StartRefusal)
  await expect(refused).rejects.toThrow(`Le port ${port} (le site) est déjà utilisé`)
  await expect(refused).rejects.toThrow(`PORT=${port + 100} npm start`)
  other.close()
})

test.each([
  { environment: { PORT: 'abc' }, message: 'PORT' },
  { environment: { PORT: '0' }, message: 'PORT' },
  { environment: { PORT: '65534' }, message: 'PORT' },
  { environment: { DELIVERY_MODE: 'x' }, message: 'DELIVERY_MODE' },
  { environment: { DATA_DIR: '' }, message: 'DATA_DIR' },
])('refuses $environment by name', ({ environment, message }) => {
  expect(() => optionsFrom(environment, { reset: false, watch: false })).toThrow(message)
})
