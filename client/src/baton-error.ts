/** An error response from the server: branch on `code`, show `detail`. */
export class BatonError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  /** To quote when reporting a problem to the operator of the server. */
  readonly requestId: string | null
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | null
  /** Further fields of the response, such as `errors` for each invalid field. */
  readonly extra: Record<string, unknown>

  private constructor(response: Response, problem: Record<string, unknown>) {
    const { type: _type, title: _title, status: _status, code, detail, ...extra } = problem
    const text = typeof detail === 'string' ? detail : `The server answered ${response.status}.`
    super(text)
    this.name = 'BatonError'
    this.status = response.status
    this.code = typeof code === 'string' ? code : 'unknown'
    this.detail = text
    this.requestId = response.headers.get('x-request-id')
    const wait = response.headers.get('retry-after')
    this.retryAfter = wait === null ? null : Number(wait)
    this.extra = extra
  }

  /** A proxy in between may respond with something other than a problem document. */
  static async from(response: Response): Promise<BatonError> {
    const problem: unknown = await response.json().catch(() => null)
    return new BatonError(response, problem !== null && typeof problem === 'object' ? (problem as Record<string, unknown>) : {})
  }
}
