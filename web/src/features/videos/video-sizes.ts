/** The page that carries the sizes of its videos. */
export const VIDEOS_PATH = '/videos-gratuites'

/** Bytes of the free videos by id, as far as they are known; the list of the API lacks them. */
export type VideoSizes = Record<string, number>
