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

/** Longer than any format that can be broken off; writing an AVIF cannot, and ends with its process. */
const maxMilliseconds = 30_000

const waiting = new Map<number, (picture: Picture | null) => void>()
let newest = 0
let child: ChildProcess | undefined

/** What comes out is made by us pixel by pixel: no metadata, no second frame, nothing hidden behind the picture. Null: no picture. */
export const reencode = async (bytes: Buffer, size: Size): Promise<Buffer | null> => (await work({ bytes, size }))?.bytes ?? null

/**
 * The same picture in its own size, made anew: without metadata, and without anything hidden behind it. Null: no picture, or one that takes
 * too long. It keeps its format unless that is AVIF: writing one takes ten times as long as a WebP.
 */
export const withoutMetadata = (bytes: Buffer): Promise<Picture | null> => work({ bytes })

/**
 * Pictures are worked on in a process of less priority, so that a small file that is a huge picture takes no time from anybody's
 * call, nor one of the threads that hash passwords.
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
    // What could not be sent is answered by the end of the process.
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
  // It keeps nobody from ending: it ends with us.
  made.unref()
  made.channel?.unref()
  return made
}
