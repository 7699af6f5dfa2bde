import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Size {
  width: number
  height: number
}
export interface Picture {
  bytes: Buffer
  type: string
}
/** Without a size the picture keeps its own. */
export interface PictureJob {
  id: number
  bytes: Uint8Array
  size?: Size
}
export interface PictureAnswer {
  id: number
  picture: Picture | null
}

/** Longer than any format takes that can be interrupted; encoding AVIF can't be, and ends with its process. */
const maxMilliseconds = 30_000

const waiting = new Map<number, (picture: Picture | null) => void>()
let newest = 0
let child: ChildProcess | undefined

/** Re-encodes the pixels alone: no metadata, no further frames, nothing hidden behind the image data. Null if it is not a picture. */
export const reencode = async (bytes: Buffer, size: Size): Promise<Buffer | null> => (await work({ bytes, size }))?.bytes ?? null

/**
 * Re-encodes the picture in its own size, without metadata or anything hidden behind the image data. Null if it is not a picture or takes too
 * long. It keeps its format unless that is AVIF: encoding AVIF takes ten times as long as WebP.
 */
export const withoutMetadata = (bytes: Buffer): Promise<Picture | null> => work({ bytes })

/**
 * Pictures are processed in a separate process with a lower priority, so that a small file that decodes to a huge picture delays no call and
 * occupies none of the threads that hash passwords.
 */
function work(job: Omit<PictureJob, 'id'>): Promise<Picture | null> {
  const id = ++newest
  const worker = (child ??= start())
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.kill('SIGKILL'), maxMilliseconds)
    waiting.set(id, (picture) => {
      clearTimeout(late)
      resolve(picture)
    })
    // If sending fails, the job is answered when the process exits.
    worker.send({ id, ...job } satisfies PictureJob, () => {})
  })
}

function start(): ChildProcess {
  const made = fork(fileURLToPath(new URL('picture-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  made.on('message', ({ id, picture }: PictureAnswer) => {
    waiting.get(id)?.(picture && { ...picture, bytes: Buffer.from(picture.bytes) })
    waiting.delete(id)
  })
  const ended = () => {
    if (child === made) child = undefined
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  }
  made.on('exit', ended).on('error', ended)
  // Doesn't keep this process alive: it ends with us.
  made.unref()
  made.channel?.unref()
  return made
}
