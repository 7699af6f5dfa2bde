import sharp from 'sharp'

const mostPixels = 25_000_000
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])
const kept = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

export interface Size {
  width: number
  height: number
}

/** What comes out is made by us pixel by pixel: no metadata, no second frame, nothing hidden behind the picture. Null: no picture. */
export async function reencode(bytes: Buffer, size: Size): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!formats.has(format)) return null
    return await picture
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return null
  }
}

/** The same picture in its own size and format, made anew: without metadata, and without anything hidden behind it. Null: no picture. */
export async function withoutMetadata(bytes: Buffer): Promise<{ bytes: Buffer; type: string } | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: true })
    const { format, pages = 1 } = await picture.metadata()
    const own = kept.find((one) => one === (format === 'heif' ? 'avif' : format))
    if (!own) return null
    const upright = pages > 1 ? picture : picture.autoOrient()
    return { bytes: await upright.toFormat(own, own === 'png' || own === 'gif' ? {} : { quality: 90 }).toBuffer(), type: `image/${own}` }
  } catch {
    return null
  }
}
