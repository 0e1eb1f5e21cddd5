import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { titleOf } from '#web/lib/page-titles.ts'
import { classNames } from './card.tsx'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** The title for readers outside the site, where the heading alone would say too little. */
  documentTitle?: string | undefined
  /** A text above the title, such as a track's badge. */
  eyebrow?: ReactNode
  intro?: ReactNode
  /** A drawing beside the title; with one (or null) the page opens with a band of millimetre paper. */
  figure?: ReactNode
  width?: 'full' | 'wide' | 'text' | 'narrow'
  children?: ReactNode
}

/** Class of a background of millimetre paper in the surrounding hue. */
export const millimetrePaper = styles.paper

type PartProps = { children: ReactNode; className?: string | undefined }

/** A decorative drawing on millimetre paper. */
export function FigurePanel({ children, className }: PartProps) {
  return <div className={classNames(styles.paper, styles.panel, className)}>{children}</div>
}

type DrawingProps = PartProps & { width: number; height: number }

/** Line art in the colour of the text; auxiliary lines carry `data-line`. */
export function Drawing({ width, height, className, children }: DrawingProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={classNames(styles.drawing, className)}
    >
      {children}
    </svg>
  )
}

/** The frame of a page: document title, heading, content. Its heading takes the focus after a navigation. */
export function Page({
  title,
  documentTitle = title,
  eyebrow,
  intro,
  figure,
  width = 'wide',
  children,
}: PageProps) {
  const head = (
    <div className={styles.head}>
      {eyebrow}
      <PageHeading>{title}</PageHeading>
      {intro && <p className={styles.intro}>{intro}</p>}
    </div>
  )
  const isBanded = figure !== undefined
  return (
    <>
      <DocumentTitle of={documentTitle} />
      {isBanded && (
        <div className={classNames(millimetrePaper, styles.band)}>
          <div className={styles.bandInside}>
            {head}
            <div className={styles.figure}>{figure}</div>
          </div>
        </div>
      )}
      <PageFrame width={width}>
        {!isBanded && head}
        {children}
      </PageFrame>
    </>
  )
}

/** The middle of the screen, in which a page has its content. */
export function PageFrame({ width, children }: Required<Pick<PageProps, 'width' | 'children'>>) {
  return <div className={classNames(styles.page, styles[width])}>{children}</div>
}

/** Sets the title of the browser's tab, 'Connexion | Révision…'; where an address has a fuller title, that one. */
export function DocumentTitle({ of }: { of: string }) {
  const { pathname } = useLocation()
  return <title>{`${titleOf(pathname) ?? of} | ${__SITE_NAME__}`}</title>
}

/** The one h1 of a page. */
export function PageHeading({ children, className }: PartProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  useEffect(() => {
    // The first page of a visit keeps the browser's own focus.
    if (key !== 'default') ref.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new address is a navigation even if the page stays mounted
  }, [pathname])
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
