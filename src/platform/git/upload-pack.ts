import { packOf, type Repository } from './objects.ts'

const flush = Buffer.from('0000')
const line = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

const capabilities = 'shallow side-band-64k no-progress symref=HEAD:refs/heads/main agent=baton'

/** The ref advertisement that a client reads first: the only branch. */
export const advertise = ({ head }: Repository): Buffer =>
  Buffer.concat([
    line('# service=git-upload-pack\n'),
    flush,
    line(`${head} HEAD\0${capabilities}\n`),
    line(`${head} refs/heads/main\n`),
    flush,
  ])

interface Request {
  wants: string[]
  deepens: boolean
  sideBand: boolean
  haves: boolean
  done: boolean
}

/** Null if this is not a valid git request. */
function parse(body: Buffer): Request | null {
  const request: Request = { wants: [], deepens: false, sideBand: false, haves: false, done: false }
  for (let at = 0; at < body.length;) {
    const size = Number.parseInt(body.toString('latin1', at, at + 4), 16)
    if (!(size === 0 || (size >= 4 && at + size <= body.length))) return null
    const text = size === 0 ? '' : body.toString('utf8', at + 4, at + size).trimEnd()
    at += Math.max(size, 4)
    if (text.startsWith('want ')) {
      request.wants.push(text.slice(5, 45))
      request.sideBand ||= text.includes('side-band-64k')
    } else if (text.startsWith('deepen')) request.deepens = true
    else if (text.startsWith('have ')) request.haves = true
    else if (text === 'done') request.done = true
  }
  return request
}

const maxBand = 65_515

/** Answers for a repository without history: all of it, however much is requested. Null if the request is not for this repository. */
export function uploadPack(repository: Repository, body: Buffer): Buffer | null {
  const request = parse(body)
  if (!request || request.wants.length === 0 || request.wants.some((id) => id !== repository.head)) return null
  // One commit without parents is complete at any depth, so nothing is reported as shallow.
  const shallow = request.deepens ? [flush] : []
  if (!request.done) return Buffer.concat([...shallow, ...(request.haves ? [line('NAK\n')] : [])])
  const pack = packOf(repository)
  return Buffer.concat([...shallow, line('NAK\n'), ...(request.sideBand ? [...inBands(pack), flush] : [pack])])
}

function* inBands(pack: Buffer): Generator<Buffer> {
  for (let at = 0; at < pack.length; at += maxBand) yield line(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + maxBand)]))
}
