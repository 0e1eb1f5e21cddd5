import { type ImgHTMLAttributes, useLayoutEffect, useRef } from 'react'

type PictureProps = { file: Blob } & Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'>

/** A picture that this page holds. The text over it says what it shows. A new file replaces it once it is decoded. */
export function Picture({ file, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return <img ref={image} alt="" draggable={false} {...rest} />
}
