import { createSocket, type Socket } from 'node:dgram'

/** A name server on a loopback address of its own that resolves every name to this machine. Port 53 needs root. */
export interface NameServer {
  readonly address: string
  stop(): Promise<void>
  start(): Promise<void>
  /** Receives queries but answers none. */
  freeze(on: boolean): void
  /** Answers with meaningless bytes. */
  garble(on: boolean): void
}

export async function startNameServer(): Promise<NameServer> {
  const part = () => 1 + Math.floor(Math.random() * 250)
  const address = `127.${part()}.${part()}.${part()}`
  let frozen = false
  let garbled = false
  let socket: Socket
  const start = () =>
    new Promise<void>((resolve, reject) => {
      socket = createSocket('udp4', (question, { port, address: from }) => {
        if (frozen) return
        socket.send(garbled ? Buffer.alloc(question.length, 0x7f) : answerTo(question), port, from)
      })
      socket.once('error', reject)
      socket.bind(53, address, resolve)
    })
  await start()
  return {
    address,
    start,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
    freeze: (on) => void (frozen = on),
    garble: (on) => void (garbled = on),
  }
}

/** 127.0.0.1 for IPv4 address queries, an empty answer for all others. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5
  const found = question.readUInt16BE(end - 4) === 1 ? 1 : 0
  const header = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, found, 0, 0, 0, 0])
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([header, question.subarray(12, end), ...(found ? [record] : [])])
}
