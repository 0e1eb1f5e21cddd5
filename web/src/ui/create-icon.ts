import { createElement, type FunctionComponent, type SVGAttributes } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type IconProps = SVGAttributes<SVGElement> & { size?: number }

/** Takes the place of Lucide's own factory in the built site, which has options for what no page asks of an icon. */
export function createIcon({ node }: IconData): FunctionComponent<IconProps> {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ size = 24, ...props }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props.role ? undefined : true,
        ...props,
      },
      ...children,
    )
  }
}
