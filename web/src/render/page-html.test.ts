import { expect, test } from 'vitest'
import { classesInHtml, pageStyle } from './page-html.ts'

const css = '.card{margin:.5rem}'
const build = { pageStyles: { HomePage: { css, lacks: ['dialog', 'open'] } } }

test.each([
  { component: 'HomePage', html: '<p class="card">dialog</p>', isInline: true },
  { component: 'HomePage', html: '<p class="card lucide">a class without a rule</p>', isInline: true },
  { component: 'HomePage', html: '<p class="card"><b class="dialog">a rule lacks</b></p>', isInline: false },
  {
    component: 'HomePage',
    html: '<p></p><article id="fiche" class="dialog">below</article>',
    isInline: true,
  },
  { component: 'AboutPage', html: '<p>a page that the build does not know</p>', isInline: false },
])('$html as $component has a style of its own: $isInline', ({ component, html, isInline }) => {
  expect(pageStyle(component, html, build)).toBe(isInline ? css : null)
})

test('finds the classes of elements, and not what a text says', () => {
  const html = `<a class="a b-c _d_1"></a><svg class="a"></svg><script>{"x":"<p class=\\"e\\">"}</script>`
  expect(classesInHtml(html)).toEqual(new Set(['a', 'b-c', '_d_1']))
})
