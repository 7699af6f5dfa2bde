import { constants, setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { looksLikePicture } from './file-type.ts'
import type { Picture, PictureAnswer, PictureJob, Size } from './pictures.ts'

/** A separate process forked by `pictures.ts`, with a lower priority than calls and without our secrets. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => process.exit())

const maxPixels = 25_000_000
const secondsAllowed = 20
/** Encoder options per format. The faster WebP setting makes slightly larger files. */
const written = { jpeg: { quality: 90 }, png: {}, webp: { quality: 90, effort: 1 }, gif: {} }

// One picture uses one core and leaves the others free.
sharp.concurrency(1)

const open = (bytes: Buffer, options: { animated?: boolean } = {}): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options }).timeout({ seconds: secondsAllowed })

const cut = async (bytes: Buffer, size: Size): Promise<Picture> => ({
  bytes: await open(bytes)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer(),
  type: 'image/webp',
})

async function anew(bytes: Buffer): Promise<Picture> {
  const picture = open(bytes, { animated: true })
  const { format, pages = 1 } = await picture.metadata()
  const own = format in written ? (format as keyof typeof written) : 'webp'
  const upright = pages > 1 ? picture : picture.autoOrient()
  return { bytes: await upright.toFormat(own, written[own]).toBuffer(), type: `image/${own}` }
}

process.on('message', ({ id, bytes, size }: PictureJob) => {
  const given = Buffer.from(bytes)
  const work = looksLikePicture(given) ? (size ? cut(given, size) : anew(given)) : Promise.resolve(null)
  void work.catch(() => null).then((picture) => process.send?.({ id, picture } satisfies PictureAnswer))
})
