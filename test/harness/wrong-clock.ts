/** The option of Node for a process that takes another time for the present one, before anything of it is loaded. */
export const clockAhead = (milliseconds: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
  const now = Date.now.bind(Date)
  Date.now = () => now() + ${milliseconds}
  globalThis.Date = new Proxy(Date, {
    apply: (Real) => new Real(Real.now()).toString(),
    construct: (Real, given) => (given.length > 0 ? new Real(...given) : new Real(Real.now())),
  })`)}`
