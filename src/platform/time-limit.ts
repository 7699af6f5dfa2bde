/** A signal that is aborted after some time, or when another signal is. Unlike `AbortSignal.any`, `clear` frees timer and listener at once. */
export function limitTime(other: AbortSignal | undefined, milliseconds: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, milliseconds)
  if (other?.aborted) end()
  other?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      other?.removeEventListener('abort', end)
    },
  }
}
