import { Lock } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIcon } from '#web/ui/create-icon.ts'
import { replaced, without } from './trims.ts'

test('empties functions and classes, and removes methods', () => {
  const code = `
function a({
  b
}) {
  return b
}
const c = (d) => d;
var E = class extends F {
  #g = 1;
  h() {
    return this.#g
  }
  get i() {
    return 2
  }
};
var J = class {
  i() {
    return 3
  }
};
const k = (l) => {
  l()
};
`
  expect(without(code, ['a', 'c', 'E.i', 'J', 'k']).split(/\n/)).toEqual(
    `
function a() {}
function c() {}
var E = class extends F {
  #g = 1;
  h() {
    return this.#g
  }

};
function J() {}
function k() {}
`.split('\n'),
  )
})

test('refuses a package without a part that is to be left out', () => {
  expect(() => without('function a() {}', ['b'])).toThrow('function b')
  expect(() => replaced('a', ['b', ''])).toThrow('The package contains no b')
})

const PROPS = [
  {},
  { size: 18, 'aria-hidden': true },
  { size: 16, role: 'img', 'aria-label': 'Réservé Premium' },
  { className: 'arrow' },
] as const

test.each(PROPS)('draws the icon that Lucide draws with %o, without classes of its own', async (props) => {
  const file = 'lucide-react/dist/esm/icons/lock.mjs'
  const { __iconData } = (await import(file)) as { __iconData: Parameters<typeof createIcon>[0] }
  const [drawn, byLucide] = [createIcon(__iconData), Lock].map((Icon) =>
    renderToStaticMarkup(createElement(Icon, props)),
  )
  expect(sorted(drawn)).toEqual(sorted(byLucide?.replace(' xmlns="http://www.w3.org/2000/svg"', '')))
})

/** The elements of an icon, each with its attributes in their alphabetical order. */
function sorted(html = ''): string[][] {
  return html
    .replace(/lucide(?:-\w+)? ?/g, '')
    .replace(' class=""', '')
    .split('>')
    .map((tag) => tag.split(/ (?=[\w-]+=)/).toSorted())
}
