import { pipeline, Transform, type Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { FileStore } from './files.ts'
import { countBytes } from './peer.ts'

const patience = 8_000
/** What the client collects before it reads it: a list of a thousand files, or an error. */
const largestAnswer = 8 * 1024 ** 2
const maxPages = 100_000

/**
 * A bucket: `s3://bucket/prefix?endpoint=https://…&region=…`. Credentials come from where AWS's own tools look for them: AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine.
 */
export function createS3Store({ hostname: Bucket, pathname, searchParams }: URL): FileStore {
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region') ?? (endpoint ? 'us-east-1' : undefined)
  const client = new S3Client({
    // Other vendors' servers have no host name per bucket, and not all know the newer checksums; the signature covers the bytes anyway.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, socketTimeout: patience },
  })
  // Next to the network: the client itself collects whatever comes.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const response = result.response as { statusCode: number; body: Readable }
        const isFile = commandName === 'GetObjectCommand' && response.statusCode < 300
        if (!isFile) response.body = endAfter(largestAnswer, response.body)
        return result
      },
    { step: 'deserialize', priority: 'low' },
  )
  const at = (key: string) => ({ Bucket, Key: prefix ? `${prefix}/${key}` : key })
  return {
    async put(key, bytes) {
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length })
      await inTime((abortSignal) => client.send(command, { abortSignal })).catch(plainly)
    },
    async get(key) {
      const found = await inTime((abortSignal) => client.send(new GetObjectCommand(at(key)), { abortSignal })).catch(missing)
      if (!found) return null
      if (!found.Body || found.ContentLength === undefined) {
        // Unread, it would keep its connection.
        if (found.Body) (found.Body as Readable).destroy()
        throw new Error('S3 answered without the file')
      }
      return { size: found.ContentLength, content: found.Body as Readable }
    },
    async remove(key) {
      await inTime((abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal })).catch(plainly)
    },
    async *list() {
      const Prefix = prefix && `${prefix}/`
      let ContinuationToken: string | undefined
      let pages = 0
      do {
        if (++pages > maxPages) throw new Error('S3: the list has no end')
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const { Contents = [], NextContinuationToken } = await inTime((abortSignal) => client.send(command, { abortSignal })).catch(plainly)
        yield Contents.flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ name: Key.slice(Prefix.length), modified: LastModified }] : [],
        )
        ContinuationToken = NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

function endAfter(most: number, body: Readable): Readable {
  const count = countBytes(most)
  const bounded = new Transform({
    transform(part: Buffer, _, done) {
      try {
        count(part)
        done(null, part)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  // Whoever reads it is told.
  return pipeline(body, bounded, () => {})
}

/** Limits the time until the response begins, retries included; the body takes as long as its reader does. */
async function inTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), patience)
  return ask(stop.signal).finally(() => clearTimeout(timer))
}

interface S3Error extends Error {
  $metadata?: { httpStatusCode?: number }
}

function missing(error: S3Error): null {
  if (error.name === 'NoSuchKey') return null
  return plainly(error)
}

/** The SDK's errors carry the whole request; name and status are enough for the log. */
function plainly(error: S3Error): never {
  throw new Error(`S3: ${error.name} ${error.$metadata?.httpStatusCode ?? ''}`.trim())
}
