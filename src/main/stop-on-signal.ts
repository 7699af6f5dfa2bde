/**
 * Ends the process when it is told to: first it reports that it is not ready, then it goes on serving for as long as balancers need to learn
 * that, and then it closes. A second signal changes nothing.
 */
export function stopOnSignal(node: { drain(): void; close(): Promise<void> }, drainSeconds: number): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    node.drain()
    setTimeout(() => {
      node.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }, drainSeconds * 1000)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}
