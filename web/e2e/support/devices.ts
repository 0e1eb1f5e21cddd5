/** Students use these two kinds of devices; a test that lists them runs on both. */
export const DEVICES = [
  {
    device: 'on a phone',
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  },
  { device: 'on a desktop', options: { viewport: { width: 1280, height: 800 } } },
] as const
