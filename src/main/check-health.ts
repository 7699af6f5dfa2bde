// For health checks of containers, which have no curl: whether the process at this port (default PORT) responds. It doesn't ask whether the process
// is ready: supervisors restart what is unhealthy, and a database that is away is no reason for that.
const port = process.argv[2] ?? process.env['PORT'] ?? '4000'
const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
