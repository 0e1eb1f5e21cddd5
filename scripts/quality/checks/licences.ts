/** What may reach browsers and Lambda: licences that ask for a notice at most. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
])

/** What npm writes of a package into its lockfile. */
type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean }
export type Lockfile = { packages: Record<string, LockedPackage> }

export type Shipped = { name: string; version: string; licence: string | null }

/**
 * The packages that may be shipped: everything that is there for more than building and testing, with what it needs
 * itself. By path in the lockfile, so that two versions of a package are two.
 */
export function shippedPackages({ packages }: Lockfile): Shipped[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version = '', license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? null,
    }))
}

/**
 * Whether a licence may be shipped. Of alternatives one must be allowed, of licences that hold together all; whatever
 * else an SPDX expression can say is for a person to read.
 * @param licence SPDX; null: nobody says
 */
export function mayShip(licence: string | null): boolean {
  if (licence === null) return false
  const plain = licence.replace(/^\((.+)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part))
  return plain.split(' AND ').every((part) => ALLOWED.has(part))
}
