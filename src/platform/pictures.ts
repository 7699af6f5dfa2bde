import sharp, { type Sharp } from 'sharp'
import { looksLikePicture } from './file-type.ts'

const mostPixels = 25_000_000
const secondsAllowed = 20
/** How each format is written. The faster way to write WebP makes a slightly larger file. */
const written = { jpeg: { quality: 90 }, png: {}, webp: { quality: 90, effort: 1 }, gif: {} }

// One picture takes one core and leaves the others.
sharp.concurrency(1)

export interface Size {
  width: number
  height: number
}

/** What comes out is made by us pixel by pixel: no metadata, no second frame, nothing hidden behind the picture. Null: no picture. */
export async function reencode(bytes: Buffer, size: Size): Promise<Buffer | null> {
  try {
    if (!looksLikePicture(bytes)) return null
    return await open(bytes)
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return null
  }
}

/**
 * The same picture in its own size, made anew: without metadata, and without anything hidden behind it. Null: no picture, or one that takes
 * too long. It keeps its format unless that is AVIF: writing one takes ten times as long as a WebP and cannot be broken off.
 */
export async function withoutMetadata(bytes: Buffer): Promise<{ bytes: Buffer; type: string } | null> {
  try {
    if (!looksLikePicture(bytes)) return null
    const picture = open(bytes, { animated: true })
    const { format, pages = 1 } = await picture.metadata()
    const own = format in written ? (format as keyof typeof written) : 'webp'
    const upright = pages > 1 ? picture : picture.autoOrient()
    return { bytes: await upright.toFormat(own, written[own]).toBuffer(), type: `image/${own}` }
  } catch {
    return null
  }
}

const open = (bytes: Buffer, options: { animated?: boolean } = {}): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', ...options }).timeout({ seconds: secondsAllowed })
