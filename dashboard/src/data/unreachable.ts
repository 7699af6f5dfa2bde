/** No answer came: no network, or no server. Only a call or the loading of a file throws this, never a fault in the code of a page. */
export class Unreachable extends TypeError {
  constructor(cause: unknown) {
    super('Can’t reach the server', { cause })
    this.name = 'Unreachable'
  }
}

/** `fetch`, which tells a network that failed from code that failed: a browser throws a TypeError for both. */
export const reach: typeof fetch = (input, init) =>
  fetch(input, init).catch((error: unknown) => {
    throw error instanceof DOMException ? error : new Unreachable(error)
  })
