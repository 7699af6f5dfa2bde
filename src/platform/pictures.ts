import sharp from 'sharp'

const mostPixels = 25_000_000
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

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
