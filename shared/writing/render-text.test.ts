import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import { renderText } from './render-text.ts'
import { foreignTags, hostileTexts } from './test-support/hostile-texts.ts'

const htmlOf = (markdown: string) => renderText(markdown).html.trim()

test.each([
  ['a paragraph', 'Elle **dépend** de *f*.', '<p>Elle <strong>dépend</strong> de <em>f</em>.</p>'],
  ['a formula', '$v = \\lambda$', '<p><math><mrow><mi>v</mi><mo>=</mo><mi>λ</mi></mrow></math></p>'],
  ['a formula of its own', '$$\nx\n$$', '<div data-formula=""><math display="block"><mi>x</mi></math></div>'],
  [
    'the numbers of a nuclide',
    '$\\ce{^{14}_{6}C}$',
    '<p><math><mrow><mmultiscripts><mrow></mrow><mprescripts/><mrow><mn>6</mn></mrow><mrow><mn>14</mn></mrow></mmultiscripts><mrow><mi mathvariant="normal">C</mi><mspace></mspace></mrow></mrow></math></p>',
  ],
  ['code after a formula', '$x$`.a`', '<p><math><mi>x</mi></math><code>.a</code></p>'],
  [
    'spaces as French has them',
    'Soit : $x$ !',
    '<p>Soit\u00a0: <span data-tied=""><math><mi>x</mi></math>\u00a0!</span></p>',
  ],
  [
    'braces and per cents as signs',
    '$\\{20\\%\\}$',
    '<p><math><mrow><mo fence="true" form="prefix" stretchy="false">{</mo><mn>20</mn><mi>%</mi><mo fence="true" form="postfix" stretchy="false">}</mo></mrow></math></p>',
  ],
  [
    'letters after a new line',
    '$a\\\\let$',
    '<p><math><mtable><mtr><mtd><mrow><mi>a</mi></mrow><mo></mo></mtd></mtr><mtr><mtd><mrow><mi>l</mi><mi>e</mi><mi>t</mi></mrow></mtd></mtr></mtable></math></p>',
  ],
  ['dollars that are none', 'de 5 $ à 6 $ ou \\$x\\$', '<p>de 5 $ à 6 $ ou $x$</p>'],
  ['headings below those of the page', '# Définition', '<h3>Définition</h3>'],
  ['a link of the site', '[offre](/premium)', '<p><a href="/premium">offre</a></p>'],
  ['a link elsewhere', '[a](https://a.ma)', '<p><a href="https://a.ma" rel="noopener noreferrer">a</a></p>'],
  ['no other address', '[a](javascript:alert(1)) [b](//b.ma)', '<p>[a](javascript:alert(1)) [b](//b.ma)</p>'],
  ['HTML as text', '<b onclick="x">a</b>', '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;</p>'],
])('writes %s', (_, markdown, html) => {
  expect(renderText(markdown)).toEqual({ html: `${html}\n`, faults: [] })
})

test('writes a table with the columns as they are aligned, and formulas in it', () => {
  expect(htmlOf('| a | b |\n|:-:|--:|\n| $x$ | 2 |')).toContain(
    '<td data-align="center"><math><mi>x</mi></math></td>\n<td data-align="right">2</td>',
  )
})

const TOO_DEEP = "Une formule a 8 niveaux d'accolades au plus"
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}x${close.repeat(depth)}`

test.each([
  ['an unknown command', '$\\foo$', 1, 'Commande inconnue : \\foo'],
  ['a command that reads addresses', '$\\includegraphics{a}$', 1, 'Commande inconnue : \\includegraphics'],
  ['a brace that is missing', 'a\n\nb\nc $\\frac{1$', 4, 'Il manque « } »'],
  ['two exponents', '- a\n- $x^2^3$', 2, 'Deux exposants de suite : mettez des accolades'],
  ['a block', 'a\n\n$$\n\\begin{cases}x\n$$', 3, 'Il manque « \\end{…} »'],
  ['an exponent without anything', '$x^$', 1, "Cette formule n'est pas complète"],
  ['a macro', '$\\def\\a{\\a\\a}\\a$', 1, 'Commande inconnue : \\def'],
  ['an arrow within arrows', `$${nested('\\ce{<=>>[', ']}', 40)}$`, 1, TOO_DEEP],
  ['a command of many copies', '$\\cancelto{1}{x}$', 1, 'Commande inconnue : \\cancelto'],
  ['a comment', '$20%$', 1, "Dans une formule, « % » s'écrit \\%"],
  ['a long formula', `$${'x'.repeat(1_001)}$`, 1, 'Une formule a 1000 caractères au plus'],
  ['a picture', 'a\n\n![b](https://a.ma/b.png)', 3, "Une fiche ne contient pas encore d'image"],
])('marks %s where it stands, with its line', (_, markdown, line, message) => {
  const { html, faults } = renderText(markdown)
  expect(faults).toEqual([{ line, message }])
  expect(html).toMatch(/<mark data-fault="" title="[^"<>]+">[^<>]*<\/mark>/)
})

test.each([
  { of: 'than one item can store', formula: `$\\ce{${'^{1}_{2}A'.repeat(100)}}$` },
  { of: 'that are wrong than a writer reads', formula: '$\\foo$' },
])('reads no more formulas $of', ({ formula }) => {
  const { html, faults } = renderText(Array.from({ length: 60 }, () => formula).join('\n\n'))
  expect(faults).toContainEqual({ line: 119, message: 'Ce texte contient trop de formules' })
  expect(html.length).toBeLessThan(300_000)
})

test('lets no other element, attribute or address into a page', () => {
  fc.assert(
    fc.property(hostileTexts, (markdown) => {
      const { html, faults } = renderText(markdown)
      expect(foreignTags(html)).toEqual([])
      expect(faults.length).toBe(html.split('<mark ').length - 1)
    }),
    RUNS,
  )
})
